package io.rowlock.janusgraph;

import org.janusgraph.diskstorage.configuration.WriteConfiguration;
import org.janusgraph.graphdb.JanusGraphTest;
import org.junit.jupiter.api.Tag;

/** JanusGraph's own tests of a graph. */
@Tag("verify-all")
final class GraphSuiteIT extends JanusGraphTest {

  @Override
  public WriteConfiguration getConfiguration() {
    return LocalHBase.graph("graph-suite").getConfiguration();
  }
}
