package io.rowlock.janusgraph;

import org.janusgraph.diskstorage.configuration.WriteConfiguration;
import org.janusgraph.graphdb.JanusGraphTest;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JanusGraph's own tests of a graph. */
@Tag("verify-all")
final class GraphSuiteIT extends JanusGraphTest {

  @Override
  public WriteConfiguration getConfiguration() {
    WriteConfiguration graph = LocalHBase.graph("graph-suite").getConfiguration();
    graph.set("storage.hbase.ext.rowlock.max.rows", 100_000); // testLargeJointIndexRetrieval
    return graph;
  }

  @Override
  @Test
  @Disabled(
      "It expects the message of JanusGraph's own locks; one transaction succeeds, as it should")
  public void testConcurrentConsistencyEnforcement() {}
}
