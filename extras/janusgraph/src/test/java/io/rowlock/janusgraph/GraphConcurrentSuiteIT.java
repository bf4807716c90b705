package io.rowlock.janusgraph;

import org.janusgraph.diskstorage.configuration.WriteConfiguration;
import org.janusgraph.graphdb.JanusGraphConcurrentTest;
import org.junit.jupiter.api.Tag;

/** JanusGraph's own tests of a graph. */
@Tag("verify-all")
final class GraphConcurrentSuiteIT extends JanusGraphConcurrentTest {

  @Override
  public WriteConfiguration getConfiguration() {
    return LocalHBase.graph("graph-concurrent-suite").getConfiguration();
  }
}
