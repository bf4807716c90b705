package io.rowlock.internal.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on the real protocol and a store in memory, with a table of the families f and g.
 */
final class TestBed {

  static final TableName TABLE = TableName.valueOf("table");
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] G = Bytes.toBytes("g");
  static final TransactionLimits LIMITS = new TransactionLimits(1_000, 10_000);

  /** More than any test has; a scan that never ends fails there. */
  private static final int MOST_ROWS = 10_000;

  private final VirtualTime time = new VirtualTime();
  private final Environment environment = time.environment(1);
  private final Wire wire = new Wire();
  private final InMemoryRowStore store = new InMemoryRowStore(wire);
  private final GatedStore gated = new GatedStore(store);
  private final LockProtocol protocol =
      new LockProtocol(
          gated,
          store,
          environment,
          new ProtocolSettings(
              Duration.ofSeconds(5), Duration.ofSeconds(1), 1_000, 10_000, true, 10));

  TestBed() {
    store.createTable(TABLE, "f", "g");
  }

  /** Lets the other families keep several, and forgets what the client knew about the table. */
  void keepOneVersionIn(byte[]... families) {
    NavigableSet<byte[]> oneVersion = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    oneVersion.addAll(List.of(families));
    MemoryCluster cluster = store.cluster();
    cluster.alterTable(TABLE, cluster.describe(TABLE).families(), oneVersion);
    time.advance(Duration.ofMinutes(2));
  }

  /** Counts reads, and delays them on demand. */
  private static final class Wire implements Interceptor {

    private final List<RangeScan> scans = new ArrayList<>();
    private final List<RowRead> requests = new ArrayList<>();
    private final Queue<PendingCall<RowRead, StoredRow>> held = new ArrayDeque<>();
    private boolean holding;
    private int failing;
    private Runnable failure = () -> {};

    @Override
    public void onRead(PendingCall<RowRead, StoredRow> call) {
      requests.add(call.request());
      if (holding) {
        held.add(call);
      } else {
        call.deliver();
      }
    }

    @Override
    public void onScan(PendingCall<RangeScan, ScanPage> call) {
      scans.add(call.request());
      if (scans.size() == failing) {
        failure = () -> call.fail(new IOException("a failure for a test"));
      } else {
        call.deliver();
      }
    }
  }

  InMemoryRowStore store() {
    return store;
  }

  VirtualTime time() {
    return time;
  }

  /** Returns the number of reads by key that were sent to the store. */
  int reads() {
    return wire.requests.size();
  }

  /** Returns the last read by key that was sent to the store. */
  RowRead lastRead() {
    return wire.requests.get(wire.requests.size() - 1);
  }

  /** Returns the requested pages. */
  List<RangeScan> scans() {
    return wire.scans;
  }

  /** Lets the page of this number fail, counted from 1, at {@link #fail}. */
  void failScan(int number) {
    wire.failing = number;
  }

  /** Lets the page that is to fail do so now. */
  void fail() {
    wire.failure.run();
  }

  /** Delays reads by key from now on, until {@link #deliverReads}. */
  void holdReads() {
    wire.holding = true;
  }

  void deliverReads() {
    wire.holding = false;
    while (!wire.held.isEmpty()) {
      wire.held.remove().deliver();
    }
  }

  /** Delays requests for tables from now on, until {@link #deliverTables}. */
  void holdTables() {
    gated.close();
  }

  /** Runs an action as soon as the table is known, before later callers get it. */
  void whenTableIsKnown(Runnable action) {
    var unused = protocol.facts(TABLE).thenRun(action);
  }

  void deliverTables() {
    gated.open();
  }

  ActiveTransaction begin() {
    return begin(LIMITS);
  }

  ActiveTransaction begin(TransactionLimits limits) {
    return new ActiveTransaction(
        protocol,
        TransactionId.fresh(environment.random()),
        time.currentMillis(),
        limits,
        TransactionObserver.NONE);
  }

  /** Commits mutations in a separate transaction. */
  void committed(Mutation... putsOrDeletes) {
    ActiveTransaction transaction = begin();
    await(transaction.writeAll(TABLE, List.of(putsOrDeletes)));
    await(transaction.commit());
  }

  <T extends @Nullable Object> T await(CompletableFuture<T> future) {
    return time.await(future);
  }

  /** Returns the failure of the future. */
  ProtocolFailure failure(CompletableFuture<?> future) {
    try {
      await(future);
    } catch (CompletionException failed) {
      return (ProtocolFailure) failed.getCause();
    }
    throw new AssertionError("did not fail");
  }

  /** Returns everything that a new transaction sees of the row. */
  String committedRow(String row) {
    return get(begin(), row);
  }

  /** Returns everything that a transaction sees of the row. */
  String get(ActiveTransaction transaction, String row) {
    return show(await(transaction.reads().get(TABLE, new Get(Bytes.toBytes(row)))));
  }

  /** Returns the rows of a scan, to its end. */
  List<String> scan(ActiveTransaction transaction, Scan scan) {
    return rest(transaction.reads().scan(TABLE, scan));
  }

  List<String> rest(TransactionScan scan) {
    List<String> rows = new ArrayList<>();
    for (String row = next(scan); row != null; row = next(scan)) {
      assertThat(rows).as("the rows of a scan that ends").hasSizeLessThan(MOST_ROWS);
      rows.add(row);
    }
    return rows;
  }

  @Nullable String next(TransactionScan scan) {
    Result result = await(scan.next());
    return result == null ? null : Bytes.toString(result.getRow()) + ": " + show(result);
  }

  static Put put(String row, String column, String value) {
    return put(row, column, Bytes.toBytes(value));
  }

  static Put put(String row, String column, byte[] value) {
    return new Put(Bytes.toBytes(row)).addColumn(family(column), qualifier(column), value);
  }

  static byte[] family(String column) {
    return Bytes.toBytes(column.substring(0, column.indexOf(':')));
  }

  static byte[] qualifier(String column) {
    return Bytes.toBytes(column.substring(column.indexOf(':') + 1));
  }

  /**
   * Returns, for example, "f:a=1 g:b=2"; values of eight bytes that begin with a zero are shown as
   * longs.
   */
  static String show(Result result) {
    return show(List.of(result.rawCells() == null ? new Cell[0] : result.rawCells()));
  }

  static String show(List<Cell> cells) {
    return cells.stream().map(TestBed::show).collect(Collectors.joining(" "));
  }

  private static String show(Cell cell) {
    byte[] value = CellUtil.cloneValue(cell);
    boolean isLong = value.length == Long.BYTES && (value[0] == 0 || value[0] == -1);
    return Bytes.toString(CellUtil.cloneFamily(cell))
        + ":"
        + Bytes.toString(CellUtil.cloneQualifier(cell))
        + "="
        + (isLong ? Bytes.toLong(value) : Bytes.toString(value));
  }
}
