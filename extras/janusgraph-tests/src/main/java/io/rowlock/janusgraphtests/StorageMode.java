package io.rowlock.janusgraphtests;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableMap;

/** How JanusGraph reaches HBase. */
enum StorageMode {
  /** HBase's connection, and JanusGraph's own locks. */
  PLAIN(ImmutableMap.of("storage.backend", "hbase")),

  /** Rowlock's connection, by configuration alone, and JanusGraph's own locks. */
  CONFIGURED(
      ImmutableMap.of(
          "storage.backend",
          "hbase",
          "storage.hbase.ext.hbase.client.connection.impl",
          "io.rowlock.connection.RowlockConnection",
          "storage.hbase.ext.rowlock.enable.created.tables",
          "true",
          "graph.assign-timestamp", // each client sets it: it is not kept in the graph
          "false",
          // A commit with more changes would be several batches, and so several transactions.
          "storage.buffer-size",
          "100000",
          "storage.hbase.ext.rowlock.max.rows",
          "100001")),

  /** Rowlock's own store manager. */
  STORE(
      ImmutableMap.of(
          "storage.backend",
          "io.rowlock.janusgraph.RowlockStoreManager",
          "storage.hbase.ext.rowlock.max.rows", // for JanusGraphTest.testLargeJointIndexRetrieval
          "100000"));

  @SuppressWarnings("ImmutableEnumChecker") // it does not know the relocated Guava
  private final ImmutableMap<String, String> settings;

  StorageMode(ImmutableMap<String, String> settings) {
    this.settings = settings;
  }

  /** Returns the settings of JanusGraph for a graph in the table. */
  Map<String, String> settings(String table) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put("storage.hbase.table", table);
    return all;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the mode of that name, if there is one. */
  static Optional<StorageMode> find(String label) {
    return Arrays.stream(values()).filter(mode -> mode.label().equals(label)).findFirst();
  }

  /**
   * Returns the mode of that name.
   *
   * @throws IllegalArgumentException that names the modes, if there is none
   */
  static StorageMode of(String label) {
    return find(label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no mode %s; known are %s"
                        .formatted(label, Arrays.toString(values()))));
  }

  @Override
  public String toString() {
    return label();
  }
}
