package io.rowlock.janusgraph;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.Entry;
import org.janusgraph.diskstorage.EntryList;
import org.janusgraph.diskstorage.EntryMetaData;
import org.janusgraph.diskstorage.PermanentBackendException;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.configuration.WriteConfiguration;
import org.janusgraph.diskstorage.hbase.HBaseStoreManager;
import org.janusgraph.diskstorage.keycolumnvalue.KCVMutation;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStore;
import org.janusgraph.diskstorage.keycolumnvalue.KeySliceQuery;
import org.janusgraph.diskstorage.keycolumnvalue.KeysQueriesGroup;
import org.janusgraph.diskstorage.keycolumnvalue.MultiKeysQueryGroups;
import org.janusgraph.diskstorage.keycolumnvalue.SliceQuery;
import org.janusgraph.diskstorage.keycolumnvalue.StoreTransaction;
import org.janusgraph.diskstorage.locking.PermanentLockingException;
import org.janusgraph.diskstorage.locking.TemporaryLockingException;
import org.janusgraph.diskstorage.util.StandardBaseTransactionConfig;
import org.janusgraph.diskstorage.util.StaticArrayBuffer;
import org.janusgraph.diskstorage.util.StaticArrayEntry;
import org.janusgraph.diskstorage.util.time.TimestampProviders;
import org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RowlockStoreIT {

  private static final SliceQuery ALL = new SliceQuery(buffer(""), buffer("~"));

  private RowlockStoreManager manager;
  private KeyColumnValueStore edges;
  private KeyColumnValueStore index;
  private StaticBuffer key;

  @BeforeAll
  void open() throws BackendException {
    manager = LocalHBase.open("store");
    edges = manager.openDatabase("edgestore");
    index = manager.openDatabase("graphindex");
  }

  @AfterAll
  void close() throws BackendException {
    manager.close();
  }

  @BeforeEach
  void choose(TestInfo test) {
    key = buffer(test.getDisplayName());
  }

  @Test
  void commitsSeveralStoresAtOnce() throws Exception {
    StoreTransaction writer = begin();
    manager.mutateMany(
        Map.of(
            "edgestore", Map.of(key, addition("a", "1")),
            "graphindex", Map.of(buffer("b"), addition("c", "2"))),
        writer);

    assertThat(edges.getSlice(new KeySliceQuery(key, ALL), writer)).hasSize(1);
    assertThat(valueOf("a")).isNull();
    writer.commit();

    assertThat(valueOf("a")).isEqualTo("1");
    assertThat(index.getSlice(new KeySliceQuery(buffer("b"), ALL), begin())).hasSize(1);
  }

  @Test
  void illegalNameOfATableLeavesNoClientOpen() throws InterruptedException {
    Set<Thread> before = Thread.getAllStackTraces().keySet();

    assertThatThrownBy(() -> LocalHBase.open("no table!"))
        .isInstanceOf(IllegalArgumentException.class);

    Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
    left.removeAll(before);
    left.removeIf(thread -> !thread.getName().startsWith("ReadOnlyZKClient"));
    for (Thread ofClient : left) {
      ofClient.join(10_000);
    }
    assertThat(left).noneMatch(Thread::isAlive);
  }

  @Test
  void storesInTheLayoutOfPlainHBase() throws Exception {
    put("a", "1");

    try (Connection plain = LocalHBase.connect();
        Table table = plain.getTable(TableName.valueOf("store"))) {
      byte[] value =
          table.get(new Get(key.as(StaticBuffer.ARRAY_FACTORY))).getValue(bytes("e"), bytes("a"));
      assertThat(value).isEqualTo(bytes("1"));
    }
  }

  /** Families with the names of the other setting would be those of an empty graph. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void graphWithTheOtherNamesGetsNoSecondFamilies(boolean isShort) throws Exception {
    String graph = "names-" + isShort;
    openEdges(graph, isShort);
    try (Connection plain = LocalHBase.connect();
        Admin admin = plain.getAdmin()) {
      TableDescriptor before = admin.getDescriptor(TableName.valueOf(graph));
      StringWriter log = new StringWriter();
      WriterAppender appender = new WriterAppender(new SimpleLayout(), log);
      Logger.getLogger(GraphTable.class).addAppender(appender);
      openEdges(graph, !isShort);
      Logger.getLogger(GraphTable.class).removeAppender(appender);

      assertThat(log.toString())
          .contains("short-cf-names=" + !isShort, "'" + graph + "'", "'e'", "'edgestore'");
      assertThat(admin.getDescriptor(TableName.valueOf(graph))).isEqualTo(before);
    }
  }

  private static void openEdges(String graph, boolean isShort) throws BackendException {
    RowlockStoreManager opened =
        LocalHBase.open(
            LocalHBase.graph(graph)
                .set(HBaseStoreManager.SHORT_CF_NAMES, isShort)
                .getConfiguration());
    var unused = opened.openDatabase("edgestore");
    opened.close();
  }

  @Test
  void writersOfWhatTheyReadExcludeEachOther() throws Exception {
    StoreTransaction first = begin();
    StoreTransaction second = begin();
    edges.getSlice(new KeySliceQuery(key, ALL), first);
    edges.getSlice(new KeySliceQuery(key, ALL), second);
    mutate("a", "1", first);
    mutate("b", "2", second);

    first.commit();
    assertThatThrownBy(second::commit).isInstanceOf(TemporaryLockingException.class);
    second.rollback();

    assertThat(valueOf("b")).isNull();
  }

  @Test
  void rowChangedBetweenTwoReadsEndsTheTransaction() throws Exception {
    StoreTransaction reader = begin();
    edges.getSlice(new KeySliceQuery(key, ALL), reader);
    put("a", "1");

    assertThatThrownBy(() -> edges.getSlice(new KeySliceQuery(key, ALL), reader))
        .isInstanceOf(PermanentLockingException.class);
  }

  @Test
  void readsNeedNotBeValidated() throws Exception {
    StoreTransaction reader = begin(manager.getFeatures().getScanTxConfig());
    edges.getSlice(new KeySliceQuery(key, ALL), reader);
    put("a", "1");

    assertThat(edges.getSlice(new KeySliceQuery(key, ALL), reader)).hasSize(1);
    reader.commit();
  }

  @Test
  void lockChecksTheExpectedValue() throws Exception {
    put("a", "1");
    StoreTransaction right = begin();
    edges.acquireLock(key, buffer("a"), buffer("1"), right);
    mutate("a", "2", right);
    right.commit();

    StoreTransaction wrong = begin();
    edges.acquireLock(key, buffer("a"), buffer("1"), wrong);
    assertThatThrownBy(() -> mutate("a", "3", wrong))
        .isInstanceOf(PermanentLockingException.class)
        .hasMessageContaining("Expected value mismatch");
    StoreTransaction absent = begin();
    edges.acquireLock(key, buffer("a"), null, absent);
    assertThatThrownBy(() -> mutate("a", "3", absent))
        .isInstanceOf(PermanentLockingException.class);
  }

  @Test
  void oneOfTwoLocksWins() throws Exception {
    StoreTransaction first = begin();
    StoreTransaction second = begin();
    edges.acquireLock(key, buffer("a"), null, first);
    edges.acquireLock(key, buffer("a"), null, second);
    mutate("a", "1", first);
    mutate("a", "2", second);

    first.commit();
    assertThatThrownBy(second::commit).isInstanceOf(TemporaryLockingException.class);

    assertThat(valueOf("a")).isEqualTo("1");
  }

  @Test
  void locksComeBeforeWrites() throws Exception {
    StoreTransaction late = begin();
    mutate("a", "1", late);

    assertThatThrownBy(() -> edges.acquireLock(key, buffer("a"), null, late))
        .isInstanceOf(PermanentLockingException.class)
        .hasMessageContaining("acquire all locks before");
  }

  @Test
  void additionsWinOverDeletions() throws Exception {
    put("a", "1");
    StoreTransaction both = begin();
    edges.mutate(key, List.of(entry("a", "2")), List.of(buffer("a"), buffer("b")), both);
    both.commit();

    assertThat(valueOf("a")).isEqualTo("2");
  }

  @Test
  void readsSlicesOfWideRows() throws Exception {
    List<Entry> columns = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      columns.add(entry("c%04d".formatted(i), "v" + i));
    }
    StoreTransaction writer = begin();
    edges.mutate(key, columns, KeyColumnValueStore.NO_DELETIONS, writer);
    writer.commit();

    assertThat(columns(buffer("c0010"), buffer("c0020"), 5))
        .containsExactly("c0010", "c0011", "c0012", "c0013", "c0014");
    assertThat(columns(buffer("c0010"), buffer("c0012"), 5)).containsExactly("c0010", "c0011");
    assertThat(columns(buffer("c1000"), buffer("c2500"), Integer.MAX_VALUE)).hasSize(1_500);
    assertThat(columns(buffer(""), buffer(""), Integer.MAX_VALUE)).hasSize(3_000);
  }

  @Test
  void readsSeveralSlicesOfSeveralRowsAtOnce() throws Exception {
    put("a", "1");
    put("b", "2");
    SliceQuery first = new SliceQuery(buffer("a"), buffer("b"));
    SliceQuery second = new SliceQuery(buffer("b"), buffer("c"));

    Map<SliceQuery, Map<StaticBuffer, EntryList>> found =
        edges.getMultiSlices(
            new MultiKeysQueryGroups<>(
                List.of(
                    new KeysQueriesGroup<>(List.of(key, buffer("none")), List.of(first, second))),
                null),
            begin());

    assertThat(found.get(first).get(key)).containsExactly(entry("a", "1"));
    assertThat(found.get(second).get(key)).containsExactly(entry("b", "2"));
    assertThat(found.get(first).get(buffer("none"))).isEmpty();
  }

  @Test
  void interruptedCommitIsNotRepeated() throws Exception {
    StoreTransaction writer = begin();
    mutate("a", "1", writer);
    Thread.currentThread().interrupt();

    assertThatThrownBy(writer::commit)
        .isInstanceOf(PermanentBackendException.class)
        .hasCauseInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(valueOf("a")).isNull();
  }

  @Test
  void commitAfterTheEndFailsUnlessItWasACommit() throws Exception {
    StoreTransaction committed = begin();
    committed.commit();
    committed.commit();

    StoreTransaction dropped = begin();
    dropped.rollback();
    assertThatThrownBy(dropped::commit).isInstanceOf(PermanentBackendException.class);
  }

  @Test
  void optionsOfRowlockApply() throws Exception {
    WriteConfiguration graph = LocalHBase.graph("store").getConfiguration();
    graph.set("storage.hbase.ext.rowlock.max.rows", 1);
    RowlockStoreManager small = LocalHBase.open(graph);
    try {
      StoreTransaction wide = small.beginTransaction(config(Configuration.EMPTY));
      assertThatThrownBy(
              () ->
                  small.mutateMany(
                      Map.of(
                          "edgestore",
                          Map.of(key, addition("a", "1"), buffer("other"), addition("a", "1"))),
                      wide))
          .isInstanceOf(PermanentBackendException.class)
          .hasMessageContaining("maxRows");
    } finally {
      small.close();
    }
  }

  @Test
  void addsAFamilyForALaterStore() throws Exception {
    KeyColumnValueStore log = manager.openDatabase("ulog_test");
    StoreTransaction writer = begin();
    log.mutate(key, ImmutableList.of(entry("a", "1")), KeyColumnValueStore.NO_DELETIONS, writer);
    writer.commit();

    assertThat(log.getSlice(new KeySliceQuery(key, ALL), begin())).hasSize(1);
  }

  @Test
  void tableThatIsNotEnabledIsRefused() throws Exception {
    TableName name = TableName.valueOf("plain");
    try (Connection plain = LocalHBase.connect();
        Admin admin = plain.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("e"))
              .build());
    }
    RowlockStoreManager onPlain = LocalHBase.open("plain");
    try {
      assertThatThrownBy(() -> onPlain.openDatabase("edgestore"))
          .isInstanceOf(PermanentBackendException.class)
          .hasMessageContaining("scripts/rowlock enable plain --scan");
    } finally {
      onPlain.close();
    }
  }

  @Test
  void dividesTheTableAsConfigured() throws Exception {
    RowlockStoreManager divided =
        LocalHBase.open(
            LocalHBase.graph("divided").set(HBaseStoreManager.REGION_COUNT, 4).getConfiguration());
    try (Connection plain = LocalHBase.connect();
        Admin admin = plain.getAdmin()) {
      divided.openDatabase("edgestore");
      assertThat(admin.getRegions(TableName.valueOf("divided"))).hasSize(4);
      divided.clearStorage();
      assertThat(divided.exists()).isFalse();
    } finally {
      divided.close();
    }
  }

  /** A schema of another backend may have them. */
  @Test
  void cellsThatExpireAreRefused() {
    StaticArrayEntry expiring = (StaticArrayEntry) entry("a", "1");
    Object unused = expiring.setMetaData(EntryMetaData.TTL, 60);
    StoreTransaction writer = begin();
    assertThatThrownBy(
            () -> edges.mutate(key, List.of(expiring), KeyColumnValueStore.NO_DELETIONS, writer))
        .isInstanceOf(PermanentBackendException.class)
        .hasMessageContaining("TTL");
  }

  @Test
  void clearsByTransactions() throws Exception {
    RowlockStoreManager graph =
        LocalHBase.open(
            LocalHBase.graph("cleared")
                .set(GraphDatabaseConfiguration.DROP_ON_CLEAR, false)
                .getConfiguration());
    try (Connection plain = LocalHBase.connect();
        Table table = plain.getTable(TableName.valueOf("cleared"))) {
      KeyColumnValueStore store = graph.openDatabase("edgestore");
      StoreTransaction writer = graph.beginTransaction(config(Configuration.EMPTY));
      Map<StaticBuffer, KCVMutation> rows = new HashMap<>();
      for (int i = 0; i < 250; i++) {
        rows.put(buffer("row" + i), addition("a", "1"));
      }
      graph.mutateMany(Map.of("edgestore", rows), writer);
      writer.commit();

      graph.clearStorage();
      StoreTransaction reader = graph.beginTransaction(config(Configuration.EMPTY));
      assertThat(store.getKeys(ALL, reader).hasNext()).isFalse();
      assertThat(Iterables.size(table.getScanner(Bytes.toBytes("_lock"))))
          .as("rows with their last lock cell, which a truncated table would not have")
          .isEqualTo(250);
    } finally {
      graph.close();
    }
  }

  private List<String> columns(StaticBuffer start, StaticBuffer end, int limit)
      throws BackendException {
    KeySliceQuery query = new KeySliceQuery(key, new SliceQuery(start, end).setLimit(limit));
    return edges.getSlice(query, begin()).stream()
        .map(found -> new String(found.getColumnAs(StaticBuffer.ARRAY_FACTORY), UTF_8))
        .toList();
  }

  private String valueOf(String column) throws BackendException {
    SliceQuery slice = new SliceQuery(buffer(column), buffer(column + "\0"));
    EntryList found = edges.getSlice(new KeySliceQuery(key, slice), begin());
    return found.isEmpty()
        ? null
        : new String(found.get(0).getValueAs(StaticBuffer.ARRAY_FACTORY), UTF_8);
  }

  private void put(String column, String value) throws BackendException {
    StoreTransaction writer = begin();
    mutate(column, value, writer);
    writer.commit();
  }

  private void mutate(String column, String value, StoreTransaction writer)
      throws BackendException {
    edges.mutate(key, List.of(entry(column, value)), KeyColumnValueStore.NO_DELETIONS, writer);
  }

  private StoreTransaction begin() {
    return begin(Configuration.EMPTY);
  }

  private StoreTransaction begin(Configuration options) {
    return manager.beginTransaction(config(options));
  }

  private static StandardBaseTransactionConfig config(Configuration options) {
    return StandardBaseTransactionConfig.of(TimestampProviders.MILLI, options);
  }

  private static KCVMutation addition(String column, String value) {
    return new KCVMutation(List.of(entry(column, value)), KeyColumnValueStore.NO_DELETIONS);
  }

  private static Entry entry(String column, String value) {
    return StaticArrayEntry.of(buffer(column), buffer(value));
  }

  private static StaticBuffer buffer(String text) {
    return StaticArrayBuffer.of(bytes(text));
  }

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }
}
