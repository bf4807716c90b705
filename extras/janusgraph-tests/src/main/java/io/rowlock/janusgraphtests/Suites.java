package io.rowlock.janusgraphtests;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.structure.StructureStandardSuite;
import org.janusgraph.blueprints.AbstractJanusGraphProvider;
import org.janusgraph.core.JanusGraph;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.IDAuthorityTest;
import org.janusgraph.diskstorage.KeyColumnValueStoreTest;
import org.janusgraph.diskstorage.LockKeyColumnValueStoreTest;
import org.janusgraph.diskstorage.MultiWriteKeyColumnValueStoreTest;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.configuration.ModifiableConfiguration;
import org.janusgraph.diskstorage.configuration.WriteConfiguration;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.janusgraph.graphdb.JanusGraphTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.runner.RunWith;

/** The suites of JanusGraph and TinkerPop, which need nothing but a configuration. */
final class Suites {

  private Suites() {}

  /** Returns the classes, by the names of the suites. */
  static Map<String, Class<?>> all() {
    Map<String, Class<?>> all = new LinkedHashMap<>();
    all.put("KeyColumnValueStoreTest", Stores.class);
    all.put("MultiWriteKeyColumnValueStoreTest", MultiWrites.class);
    all.put("LockKeyColumnValueStoreTest", Locks.class);
    all.put("IDAuthorityTest", Ids.class);
    all.put("JanusGraphTest", Graphs.class);
    all.put("StructureStandardSuite", Structure.class);
    return all;
  }

  /** Returns the parts of a suite: several for those with many tests. */
  static List<Part> parts(String suite) {
    int parts =
        switch (suite) {
          case "JanusGraphTest" -> 2;
          case "StructureStandardSuite" -> 3;
          default -> 1;
        };
    return IntStream.range(0, parts).mapToObj(number -> new Part(number, parts)).toList();
  }

  /** {@code KeyColumnValueStoreTest}. */
  public static final class Stores extends KeyColumnValueStoreTest {

    @Override
    public KeyColumnValueStoreManager openStorageManager() throws BackendException {
      return TestedStorage.open();
    }

    @Override
    public KeyColumnValueStoreManager openStorageManagerForClearStorageTest()
        throws BackendException {
      return TestedStorage.open();
    }
  }

  /** {@code MultiWriteKeyColumnValueStoreTest}. */
  public static final class MultiWrites extends MultiWriteKeyColumnValueStoreTest {

    @Override
    public KeyColumnValueStoreManager openStorageManager() throws BackendException {
      return TestedStorage.open();
    }
  }

  /** {@code LockKeyColumnValueStoreTest}. */
  public static final class Locks extends LockKeyColumnValueStoreTest {

    @Override
    public KeyColumnValueStoreManager openStorageManager(int id, Configuration configuration)
        throws BackendException {
      return TestedStorage.open();
    }
  }

  /** {@code IDAuthorityTest}. */
  public static final class Ids extends IDAuthorityTest {

    @Override
    public KeyColumnValueStoreManager openStorageManager() throws BackendException {
      return TestedStorage.open();
    }
  }

  /** {@code JanusGraphTest}. */
  public static final class Graphs extends JanusGraphTest {

    @Override
    public WriteConfiguration getConfiguration() {
      return TestedStorage.configuration(TestedStorage.GRAPHS).getConfiguration();
    }

    /** This test drops the table, and the next one clears it by deleting rows. */
    @AfterEach
    void settle(TestInfo test) {
      if (test.getDisplayName().startsWith("testClearStorage")) {
        TestedStorage.settle(TestedStorage.GRAPHS);
      }
    }
  }

  /** TinkerPop's structure suite. */
  @RunWith(StructureStandardSuite.class)
  @GraphProviderClass(provider = Provider.class, graph = JanusGraph.class)
  public static final class Structure {}

  /** Gives TinkerPop its graphs, each in a table of its own. */
  public static final class Provider extends AbstractJanusGraphProvider {

    private final Set<String> settled = new HashSet<>();

    @Override
    public ModifiableConfiguration getJanusGraphConfiguration(
        String graphName, Class<?> test, String testMethodName) {
      if (settled.add(graphName)) {
        TestedStorage.settle(graphName);
      }
      return TestedStorage.configuration(graphName);
    }
  }
}
