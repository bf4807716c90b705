package io.rowlock.janusgraph;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.janusgraph.diskstorage.configuration.WriteConfiguration;
import org.janusgraph.diskstorage.util.time.TimestampProviders;
import org.janusgraph.graphdb.JanusGraphTest;
import org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JanusGraph's own tests of a graph. */
@Tag("verify-all")
final class GraphSuiteIT extends JanusGraphTest {

  @Override
  public WriteConfiguration getConfiguration() {
    // As JanusGraph tests HBase: the suite's readers of logs do not ask the backend what it
    // prefers.
    WriteConfiguration graph =
        LocalHBase.graph("graph-suite")
            .set(GraphDatabaseConfiguration.TIMESTAMP_PROVIDER, TimestampProviders.MILLI)
            .getConfiguration();
    graph.set("storage.hbase.ext.rowlock.max.rows", 100_000); // testLargeJointIndexRetrieval
    return graph;
  }

  /**
   * Of the transactions of each round one succeeds, as the test asserts first. Then it looks for
   * the message of JanusGraph's own locks in the failures of the other three.
   */
  @Override
  @Test
  public void testConcurrentConsistencyEnforcement() {
    assertThatThrownBy(super::testConcurrentConsistencyEnforcement)
        .isInstanceOf(AssertionError.class)
        .hasMessage("expected: <3> but was: <0>");
  }
}
