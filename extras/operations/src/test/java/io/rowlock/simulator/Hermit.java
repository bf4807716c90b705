package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world with a single user: whatever it does to the columns of some rows, its
 * reads and, after the commit, the table equal those of a map.
 */
final class Hermit {

  static final TableName TABLE = TableName.valueOf("hermitage");

  /** Columns by row, family and qualifier. */
  static final class Cells extends TreeMap<String, NavigableMap<String, byte[]>> {

    private static final long serialVersionUID = 1L;

    NavigableMap<String, byte[]> row(String row) {
      return computeIfAbsent(row, key -> new TreeMap<>());
    }

    Cells copy() {
      Cells copy = new Cells();
      forEach((row, columns) -> copy.put(row, new TreeMap<>(columns)));
      return copy;
    }
  }

  private static final TransactionLimits LIMITS = new TransactionLimits(10_000, 1_000_000);
  private static final int TRANSACTIONS = 8;
  private static final int MANY_ROWS = 150;

  private final SplittableRandom dice;
  private final Counts counts;
  private final VirtualTime time = new VirtualTime();
  private final InMemoryRowStore store = new InMemoryRowStore();
  private final Environment environment;
  private final LockProtocol protocol;
  private final Durability durability;
  private Cells committed = new Cells();

  Hermit(SplittableRandom dice, Counts counts) {
    this.dice = dice;
    this.counts = counts;
    this.environment = time.environment(dice.nextLong());
    this.durability = dice.nextBoolean() ? Durability.FSYNC_WAL : Durability.SYNC_WAL;
    ProtocolSettings settings =
        new ProtocolSettings(
            Duration.ofMillis(300),
            Duration.ofMillis(50),
            10_000,
            10_000_000,
            dice.nextBoolean(),
            100);
    this.protocol = new LockProtocol(store, store, environment, settings);
  }

  /**
   * Runs the transactions.
   *
   * @throws AssertionError if a read shows what was not written
   */
  void run() {
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.addAll(List.of(LockColumn.family(), Content.F, Content.G));
    store.cluster().createTable(new TableFacts(TABLE, families, 0, durability));
    for (int i = 0; i < TRANSACTIONS; i++) {
      transact();
      requireStored();
    }
  }

  private void transact() {
    Cells own = committed.copy();
    ActiveTransaction transaction = begin();
    if (dice.nextInt(3) == 0) {
      time.await(transaction.reserve(reservation()));
    }
    HermitSteps steps = new HermitSteps(transaction, own, dice, durability, this::failureOf);
    if (dice.nextInt(6) == 0) {
      steps.writeMany(MANY_ROWS);
    }
    for (int i = dice.nextInt(10); i >= 0; i--) {
      steps.step();
    }
    boolean commits = dice.nextInt(6) > 0;
    time.await(commits ? transaction.commit() : transaction.rollback());
    time.await(protocol.drain());
    time.advance(Duration.ofMillis(dice.nextInt(1_000)));
    committed = commits ? own : committed;
    counts.count(commits ? "hermits committed" : "hermits rolled back");
  }

  /** Returns a reservation, which does not always contain the rows that it writes. */
  private ReservationRequest reservation() {
    TreeSet<RowKey> rows = new TreeSet<>();
    for (int i = dice.nextInt(HermitSteps.ROWS); i >= 0; i--) {
      rows.add(new RowKey(TABLE, Bytes.toBytes("r" + dice.nextInt(HermitSteps.ROWS))));
    }
    return new ReservationRequest(rows, dice.nextInt(4) > 0);
  }

  private ActiveTransaction begin() {
    TransactionId id = TransactionId.fresh(environment.random());
    return new ActiveTransaction(
        protocol, id, time.currentMillis(), LIMITS, TransactionObserver.NONE);
  }

  private ProtocolFailure failureOf(CompletableFuture<?> call) {
    try {
      time.await(call);
      return null;
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof ProtocolFailure known) {
        return known;
      }
      throw new AssertionError("a strange failure", failed.getCause());
    }
  }

  private void requireStored() {
    committed.forEach(
        (row, columns) -> {
          RowKey key = new RowKey(TABLE, Bytes.toBytes(row));
          String stored = text(store.rawGet(key).cells());
          require(stored.equals(text(columns)), key + " holds " + stored + ", not " + columns);
        });
  }

  static String text(NavigableMap<String, byte[]> columns) {
    StringBuilder text = new StringBuilder();
    columns.forEach((column, value) -> append(text, column, value));
    return text.toString();
  }

  static String text(List<Cell> cells) {
    StringBuilder text = new StringBuilder();
    cells.forEach(cell -> append(text, nameOf(cell), CellUtil.cloneValue(cell)));
    return text.toString();
  }

  static String nameOf(Cell cell) {
    String family = Bytes.toString(CellUtil.cloneFamily(cell));
    return family + ":" + Bytes.toString(CellUtil.cloneQualifier(cell));
  }

  private static void append(StringBuilder text, String column, byte[] value) {
    text.append(column).append('=').append(Bytes.toStringBinary(value)).append(' ');
  }

  static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
