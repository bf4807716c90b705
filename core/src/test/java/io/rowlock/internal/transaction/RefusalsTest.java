package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.G;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.longread.BarrierRows;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.visibility.Authorizations;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalsTest {

  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] V = Bytes.toBytes(1L);
  private static final byte[] LOCK = LockColumn.family();

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  static Stream<Arguments> mutations() throws Exception {
    return Stream.of(
        arguments(new Put(ROW).addColumn(F, Q, 5, V), "the timestamp 5 on column 'f:q'"),
        arguments(new Put(ROW, 5).addColumn(F, Q, V), "the timestamp 5"),
        arguments(new Delete(ROW, 5), "the timestamp 5 on the row"),
        arguments(new Delete(ROW).addColumns(F, Q, 5), "the timestamp 5"),
        arguments(new Delete(ROW).addFamily(F, 5), "the timestamp 5"),
        arguments(increment().setTimestamp(5).addColumn(F, Q, 1), "the timestamp 5"),
        arguments(new Append(ROW).setTimestamp(5).addColumn(F, Q, V), "the timestamp 5"),
        arguments(new Delete(ROW).addFamilyVersion(F, Long.MAX_VALUE), "addFamilyVersion"),
        arguments(put().setTTL(1000), "setTTL"),
        arguments(put().setACL("user", new Permission(Permission.Action.READ)), "setACL"),
        arguments(put().setCellVisibility(new CellVisibility("secret")), "setCellVisibility"),
        arguments(put().setAttribute("mine", V), "the attribute 'mine'"),
        arguments(put().setDurability(Durability.FSYNC_WAL), "table's descriptor"),
        arguments(new Put(ROW).add(tagged()), "carries tags"),
        arguments(new Put(ROW).add(marker()), "delete marker"),
        arguments(new Put(ROW).addColumn(Bytes.toBytes("h"), Q, V), "no family 'h'"),
        arguments(new Put(ROW).addColumn(Bytes.toBytes("h"), Q, V), "has 'f', 'g'"),
        arguments(new Delete(ROW).addFamily(Bytes.toBytes("h")), "no family 'h'"),
        arguments(new Put(ROW).addColumn(LOCK, Q, V), "the family '_lock'"),
        arguments(new Delete(ROW).addFamily(LOCK), "the family '_lock'"),
        arguments(new Put(ROW).addColumn(F, Q, new byte[10_001]), "has 10001 bytes"),
        arguments(new Put(ROW), "no columns"),
        arguments(increment().addColumn(F, Q, 1).setTimeRange(1, 2), "setTimeRange"),
        arguments(new Append(ROW).addColumn(F, Q, V).setTimeRange(1, 2), "setTimeRange"),
        arguments(increment().add(new KeyValue(ROW, F, Q, Bytes.toBytes(1))), "4 bytes wide"));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void refusedMutation(Mutation mutation, String reason) throws Exception {
    assertRefused(call(mutation), mutation.getClass().getSimpleName(), reason);
    RowMutations several = new RowMutations(ROW);
    several.add((Mutation) put());
    several.add(mutation);
    assertRefused(transaction.mutateRow(TABLE, several), "", reason);
    CheckAndMutate check = CheckAndMutate.newBuilder(ROW).ifNotExists(F, Q).build(several);
    assertRefused(transaction.checkAndMutate(TABLE, check), "", reason);

    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEmpty();
  }

  private CompletableFuture<?> call(Mutation mutation) {
    if (mutation instanceof Increment increment) {
      return transaction.increment(TABLE, increment);
    }
    return mutation instanceof Append append
        ? transaction.append(TABLE, append)
        : transaction.write(TABLE, mutation);
  }

  static Stream<Arguments> gets() throws Exception {
    return Stream.of(
        arguments(get().setTimeRange(1, 2), "setTimeRange"),
        arguments(get().setTimestamp(1), "setTimestamp"),
        arguments(get().setColumnFamilyTimeRange(F, 1, 2), "setColumnFamilyTimeRange"),
        arguments(get().setConsistency(Consistency.TIMELINE), "TIMELINE"),
        arguments(get().setReplicaId(1), "replica 1"),
        arguments(get().setIsolationLevel(IsolationLevel.READ_UNCOMMITTED), "READ_UNCOMMITTED"),
        arguments(get().addFamily(LOCK), "the family '_lock'"),
        arguments(get().setAuthorizations(new Authorizations("secret")), "setAuthorizations"),
        arguments(get().setAttribute("mine", V), "the attribute 'mine'"));
  }

  @ParameterizedTest
  @MethodSource("gets")
  void refusedGet(Get get, String reason) {
    assertRefused(transaction.reads().get(TABLE, get), "Get", reason);
    assertRefused(transaction.reads().getAll(TABLE, List.of(get(), get)), "Get", reason);
    assertThat(bed.reads()).isZero();
  }

  static Stream<Arguments> scans() throws Exception {
    return Stream.of(
        arguments(new Scan().readVersions(0), "0 versions"),
        arguments(new Scan().setTimeRange(1, 2), "setTimeRange"),
        arguments(new Scan().setColumnFamilyTimeRange(F, 1, 2), "setColumnFamilyTimeRange"),
        arguments(new Scan().setConsistency(Consistency.TIMELINE), "TIMELINE"),
        arguments(new Scan().setReplicaId(1), "replica 1"),
        arguments(new Scan().setIsolationLevel(IsolationLevel.READ_UNCOMMITTED), "UNCOMMITTED"),
        arguments(new Scan().setRaw(true), "setRaw"),
        arguments(new Scan().setScanMetricsEnabled(true), "setScanMetricsEnabled"),
        arguments(new Scan().addFamily(LOCK), "the family '_lock'"),
        arguments(new Scan().setAttribute("mine", V), "the attribute 'mine'"));
  }

  @ParameterizedTest
  @MethodSource("scans")
  void refusedScan(Scan scan, String reason) {
    ProtocolFailure refusal = bed.failure(transaction.reads().scan(TABLE, scan).next());

    assertThat(refusal)
        .hasMessageStartingWith("Scan on table 'table' refused: ")
        .hasMessageContaining(reason);
    assertThat(refusal.kind()).isEqualTo(ProtocolFailure.Kind.ILLEGAL);
    assertThat(bed.scans()).isEmpty();
  }

  /** HBase has no more than the current version. */
  @Test
  void anyNumberOfVersionsIsAcceptedOfFamiliesThatKeepOne() throws Exception {
    bed.await(transaction.write(TABLE, put()));
    assertThat(bed.await(transaction.reads().get(TABLE, get().readAllVersions())).size()).isOne();
    assertThat(bed.scan(transaction, new Scan().readVersions(3))).hasSize(1);

    bed.keepOneVersionIn(G);
    ActiveTransaction later = bed.begin();
    Get all = get().readAllVersions();
    Get ofF = get().addFamily(F).readVersions(2);
    assertRefused(later.reads().get(TABLE, all), "Get", "2147483647 versions");
    assertRefused(later.reads().getAll(TABLE, List.of(get(), ofF)), "Get", "family 'f' may keep");
    assertThat(bed.failure(later.reads().scan(TABLE, new Scan().readVersions(2)).next()))
        .hasMessageStartingWith("Scan on table 'table' refused: it asks for 2 versions");
    assertThat(bed.await(later.reads().get(TABLE, get().addFamily(G).readVersions(2))).size())
        .isZero();
  }

  @Test
  void refusedConditions() {
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(ROW);

    assertRefused(
        check(check.ifNotExists(F, Q).timeRange(TimeRange.at(5)).build(put())),
        "CheckAndMutate",
        "setTimeRange");
    assertRefused(
        check(CheckAndMutate.newBuilder(ROW).ifNotExists(LOCK, Q).build(put())),
        "CheckAndMutate",
        "the family '_lock'");
    assertRefused(
        check(CheckAndMutate.newBuilder(ROW).ifNotExists(V, Q).build(put())),
        "CheckAndMutate",
        "no family");
    assertRefused(
        check(
            CheckAndMutate.newBuilder(ROW).ifMatches(F, Q, CompareOperator.NO_OP, V).build(put())),
        "CheckAndMutate",
        "NO_OP");
  }

  private CompletableFuture<?> check(CheckAndMutate check) {
    return transaction.checkAndMutate(TABLE, check);
  }

  @Test
  void whatHasAMeaningIsAccepted() throws Exception {
    Get get =
        get()
            .setIsolationLevel(IsolationLevel.READ_COMMITTED)
            .setConsistency(Consistency.STRONG)
            .setReplicaId(0)
            .readVersions(1)
            .setCacheBlocks(false);
    Scan scan =
        new Scan()
            .setRaw(false)
            .setScanMetricsEnabled(false)
            .setMaxResultSize(1)
            .setCacheBlocks(false)
            .setReadType(Scan.ReadType.PREAD)
            .setNeedCursorResult(true);
    get.setPriority(100);
    get.setId("get");
    scan.setId("scan");
    Put put = put().setDurability(Durability.SYNC_WAL);
    put.setId("put");

    assertThatCode(
            () -> {
              bed.await(transaction.reads().get(TABLE, get));
              bed.scan(transaction, scan);
              bed.await(transaction.write(TABLE, put));
              bed.await(transaction.commit());
            })
        .doesNotThrowAnyException();
  }

  @Test
  void fsyncIsAcceptedIfTheTableUsesIt() {
    TableName table = TableName.valueOf("fsync");
    TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.addAll(List.of(F, LOCK));
    bed.store().cluster().createTable(new TableFacts(table, families, 0, Durability.FSYNC_WAL));

    bed.await(transaction.write(table, put().setDurability(Durability.FSYNC_WAL)));
  }

  @Test
  void latestVersionIsTheColumnIfThereIsOneVersion() throws Exception {
    bed.await(transaction.write(TABLE, put()));
    bed.await(transaction.write(TABLE, new Delete(ROW).addColumn(F, Q)));
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEmpty();
  }

  @Test
  void latestVersionIsRefusedIfThereAreOthers() {
    TableName table = TableName.valueOf("versions");
    TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.addAll(List.of(F, LOCK));
    TreeSet<byte[]> none = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    bed.store()
        .cluster()
        .createTable(
            new TableFacts(
                table, families, none, 0, Durability.SYNC_WAL, none, none, List.of(), false));

    assertThat(bed.failure(transaction.write(table, new Delete(ROW).addColumn(F, Q))))
        .hasMessageContaining("deletes only the latest version")
        .hasMessageContaining("addColumns");
  }

  /** HBase omits such cells without an error. */
  @Test
  void nothingIsComputedFromCellsThatAreHidden() throws Exception {
    hide(F);
    bed.await(transaction.write(TABLE, put()));
    Append append = new Append(ROW).addColumn(F, Q, V);
    String why = "may not read the column family 'f' (permission R)";

    assertRefused(transaction.increment(TABLE, increment().addColumn(F, Q, 1)), "Increment", why);
    assertRefused(transaction.append(TABLE, append.setReturnResults(false)), "Append", why);
    bed.await(transaction.increment(TABLE, increment().addColumn(G, Q, 1)));
    for (CheckAndMutate check :
        List.of(
            CheckAndMutate.newBuilder(ROW).ifNotExists(F, Q).build(put()),
            CheckAndMutate.newBuilder(ROW).ifMatches(new FirstKeyOnlyFilter()).build(put()))) {
      assertRefused(transaction.checkAndMutate(TABLE, check), "CheckAndMutate", why);
    }
  }

  private void hide(byte[] family) {
    TreeSet<byte[]> none = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    TreeSet<byte[]> hidden = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    hidden.add(family);
    TableFacts facts = bed.store().cluster().describe(TABLE);
    bed.store()
        .cluster()
        .alterTable(
            new TableFacts(
                TABLE,
                facts.families(),
                facts.families(),
                facts.floor(),
                facts.durability(),
                none,
                hidden,
                List.of(),
                false));
  }

  @Test
  void rowsOfTheBarrierAreNotForUsers() {
    Put put = new Put(BarrierRows.closing(TABLE).row()).addColumn(F, Q, V);
    assertThat(bed.failure(transaction.write(TABLE, put)))
        .hasMessageContaining("'\\x00rowlock.reader.now'")
        .hasMessageContaining("long readers lock this row");
  }

  private void assertRefused(CompletableFuture<?> call, String operation, String reason) {
    ProtocolFailure refusal = bed.failure(call);
    assertThat(refusal)
        .hasMessageContaining(operation + " on row 'row' of table 'table' refused: ")
        .hasMessageContaining(reason);
    assertThat(refusal.kind()).isEqualTo(ProtocolFailure.Kind.ILLEGAL);
    assertThat(refusal.row()).isNotNull();
  }

  private static Put put() {
    return new Put(ROW).addColumn(F, Q, V);
  }

  private static Get get() {
    return new Get(ROW);
  }

  private static Increment increment() {
    return new Increment(ROW);
  }

  private static KeyValue tagged() {
    Tag tag = new ArrayBackedTag((byte) 70, "tag");
    return new KeyValue(ROW, F, Q, Long.MAX_VALUE, V, List.of(tag));
  }

  private static KeyValue marker() {
    return new KeyValue(ROW, F, Q, Long.MAX_VALUE, KeyValue.Type.DeleteColumn);
  }
}
