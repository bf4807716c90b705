package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.HighTimes;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world where only users' requests go wrong: too many rows, rows and values too
 * large for a cell, rows whose timestamps leave no room. A transaction above a limit is refused,
 * and nothing of it is written; one within all limits commits.
 */
final class Strictures {

  private static final TableName TABLE = TableName.valueOf("strict");
  private static final int PLAIN_ROWS = 6;
  private static final int TRANSACTIONS = 10;
  private static final int LONG_NAME = 700;
  private static final Duration LEASE = Duration.ofMillis(300);

  /** The largest size of one row or one column in a cell besides its names and values. */
  private static final int PIECE = 80;

  private static final int REST_OF_CELL = 1_100;

  private final SplittableRandom dice;
  private final Counts counts;
  private final VirtualTime time = new VirtualTime();
  private final InMemoryRowStore store = new InMemoryRowStore();
  private final Environment environment;
  private final LockProtocol protocol;
  private final LockMaintenance maintenance;
  private final int maxRows;
  private final int maxCellBytes;
  private final List<RowKey> rows = new ArrayList<>();
  private final RowKey futureCell = row("future-cell");
  private RowKey lately = futureCell;
  private RowKey highCell = row("high-cell");
  private RowKey highVersion = row("high-version");
  private RowKey highLockTime = row("high-lock-time");

  Strictures(SplittableRandom dice, Counts counts) {
    this.dice = dice;
    this.counts = counts;
    this.environment = time.environment(dice.nextLong());
    this.maxRows = 1 + dice.nextInt(5);
    this.maxCellBytes = 1_400 + dice.nextInt(4_000);
    ProtocolSettings settings =
        new ProtocolSettings(LEASE, Duration.ofMillis(50), maxRows, maxCellBytes, true, 100);
    this.protocol = new LockProtocol(store, store, environment, settings);
    this.maintenance = new LockMaintenance(store, environment, settings);
    if (dice.nextBoolean()) {
      store.colocate();
    }
  }

  /**
   * Runs the users.
   *
   * @throws AssertionError if a transaction is wrongly refused or committed
   */
  void run() {
    store.createTable(TABLE, "f", "g");
    createRows();
    for (int i = 0; i < TRANSACTIONS; i++) {
      new Attempt().run();
    }
  }

  private void createRows() {
    for (int i = 0; i < PLAIN_ROWS; i++) {
      rows.add(row("plain-" + i));
    }
    rows.add(row("long-" + "x".repeat(LONG_NAME)));
    rows.add(row("long-" + "y".repeat(LONG_NAME)));
    rows.addAll(List.of(futureCell, highCell, highVersion, highLockTime));
    writeCell(futureCell, time.currentMillis() + 1 + dice.nextInt(100_000_000));
    writeCell(highCell, HighTimes.draw(dice));
    plant(highVersion, HighTimes.ofVersion(time.currentMillis(), dice));
    plant(highLockTime, HighTimes.ofLockTime(time.currentMillis(), dice));
  }

  /** Writes a cell as a plain writer may. */
  private void writeCell(RowKey key, long timestamp) {
    Put cell = new Put(key.row());
    cell.addColumn(Content.F, Content.COUNT, timestamp, Bytes.toBytes(1L));
    store.cluster().rawWrite(TABLE, cell);
  }

  private void plant(RowKey key, StoredLock lock) {
    Put put = new Put(key.row());
    put.addColumn(LockColumn.family(), LockColumn.qualifier(), lock.time(), lock.bytes());
    store.cluster().rawWrite(TABLE, put);
  }

  private static RowKey row(String name) {
    return new RowKey(TABLE, Bytes.toBytes(name));
  }

  private Map<RowKey, StoredRow> stored() {
    Map<RowKey, StoredRow> stored = new TreeMap<>();
    rows.forEach(key -> stored.put(key, store.rawGet(key)));
    return stored;
  }

  /** One transaction, and the outcomes that it may have. */
  private final class Attempt {

    private final ActiveTransaction transaction;
    private final Map<RowKey, Integer> written = new TreeMap<>();
    private final TreeSet<RowKey> read = new TreeSet<>();

    /** Rows whose count was read: later reads see its own writes to them. */
    private final TreeSet<RowKey> counted = new TreeSet<>();

    /** Rows with updates without a result, for which the commit reads the count. */
    private final TreeSet<RowKey> updatedBlindly = new TreeSet<>();

    private final TreeSet<RowKey> countWritten = new TreeSet<>();

    /** Rows whose count was set, so that updates of it need not read the row. */
    private final TreeSet<RowKey> countSet = new TreeSet<>();

    /** Rows of calls that were refused, which may have read the row first. */
    private final TreeSet<RowKey> readInVain = new TreeSet<>();

    private boolean scanned;
    private boolean mustFail;
    private boolean mayFail;

    Attempt() {
      int rowsAtOnce = dice.nextBoolean() ? maxRows : 1_000;
      TransactionLimits limits = new TransactionLimits(rowsAtOnce, maxCellBytes);
      TransactionId id = TransactionId.fresh(environment.random());
      transaction =
          new ActiveTransaction(
              protocol, id, time.currentMillis(), limits, TransactionObserver.NONE);
      if (dice.nextInt(4) == 0) {
        await(transaction.reserve(reservation()));
      }
      for (int i = dice.nextInt(7); i >= 0; i--) {
        step(any(), rowsAtOnce);
        if (dice.nextInt(4) == 0) {
          await(environment.pause(LEASE.dividedBy(1 + dice.nextInt(4)))); // a lock may beat
        }
      }
    }

    private ReservationRequest reservation() {
      return new ReservationRequest(some(), some(), dice.nextBoolean(), dice.nextBoolean());
    }

    private SortedSet<RowKey> some() {
      SortedSet<RowKey> some = new TreeSet<>();
      for (int i = dice.nextInt(8); i >= 0; i--) {
        some.add(any());
      }
      return some;
    }

    /** Returns often the same row again, which was just read, written or locked. */
    private RowKey any() {
      if (dice.nextInt(3) > 0) {
        boolean isPlain = dice.nextInt(3) > 0;
        lately = rows.get(dice.nextInt(isPlain ? PLAIN_ROWS : rows.size()));
      }
      return lately;
    }

    private void step(RowKey key, int rowsAtOnce) {
      switch (dice.nextInt(6)) {
        case 0 -> read(key);
        case 1 -> scan();
        case 2 -> increment(key, rowsAtOnce);
        default -> put(key, rowsAtOnce);
      }
    }

    private void read(RowKey key) {
      Get get = new Get(key.row());
      boolean isWhole = dice.nextInt(3) > 0;
      await(transaction.reads().get(TABLE, isWhole ? get : get.addFamily(Content.G)));
      read.add(key);
      if (isWhole) {
        counted.add(key);
      }
    }

    private void scan() {
      while (await(transaction.reads().scan(TABLE, new Scan()).next()) != null
          && dice.nextInt(4) > 0) {
        scanned = true;
      }
      scanned = true;
    }

    /** Writes a value that is at most as large as the servers accept, or larger. */
    private void put(RowKey key, int rowsAtOnce) {
      int length = dice.nextInt(4) > 0 ? dice.nextInt(30) : dice.nextInt(maxCellBytes + 100);
      Put put = new Put(key.row()).addColumn(Content.F, Content.LIST, new byte[length]);
      boolean setsCount = dice.nextInt(4) == 0;
      if (setsCount) {
        put.addColumn(Content.F, Content.COUNT, Bytes.toBytes(dice.nextLong(1_000_000)));
      }
      boolean isRefused = isTooMany(key, rowsAtOnce) || length > maxCellBytes;
      if (answers(transaction.write(TABLE, put), isRefused)) {
        written.put(key, length);
        if (setsCount) {
          countWritten.add(key);
          countSet.add(key);
          // A read in between may have fetched the count along with the lock.
          mayFail |= updatedBlindly.remove(key) && key.equals(highCell);
        }
      }
    }

    private void increment(RowKey key, int rowsAtOnce) {
      boolean returnsCount = dice.nextBoolean();
      Increment one = new Increment(key.row()).addColumn(Content.F, Content.COUNT, 1);
      boolean isRefused = isTooMany(key, rowsAtOnce);
      if (answers(transaction.increment(TABLE, one.setReturnResults(returnsCount)), isRefused)) {
        written.putIfAbsent(key, Long.BYTES);
        countWritten.add(key);
        noteUpdate(key, returnsCount);
      } else {
        readInVain.add(key);
      }
    }

    private void noteUpdate(RowKey key, boolean returnsCount) {
      if (countSet.contains(key)) {
        // An update of a row that was read in part reads the count, although its own put hides it.
        mayFail |= (returnsCount || read.contains(key)) && key.equals(highCell);
      } else {
        (returnsCount ? counted : updatedBlindly).add(key);
      }
    }

    private boolean isTooMany(RowKey key, int rowsAtOnce) {
      return !written.containsKey(key) && written.size() == rowsAtOnce;
    }

    private boolean answers(CompletableFuture<?> call, boolean isRefused) {
      ProtocolFailure failure = failureOf(call);
      require(
          isRefused == (failure != null) && (failure == null || isRefusal(failure)),
          "a call was answered by " + failure);
      return failure == null;
    }

    void run() {
      Map<RowKey, StoredRow> before = stored();
      judge();
      ProtocolFailure failure = failureOf(transaction.commit());
      time.await(protocol.drain());
      boolean isExpected = failure == null ? !mustFail : (mustFail || mayFail);
      require(isExpected, "of " + written + " and " + read + " was told " + failure);
      require(failure == null || isRefusal(failure), "a strange failure: " + failure);
      counts.count(failure == null ? "strict commits" : "strict refusals");
      requireRest(before, failure == null);
    }

    private void judge() {
      if (written.isEmpty()) {
        return;
      }
      long names = 0;
      long largest = 0;
      for (Map.Entry<RowKey, Integer> row : written.entrySet()) {
        names += row.getKey().row().length;
        largest = Math.max(largest, row.getValue());
      }
      boolean isLarge = names + largest + Long.BYTES > maxCellBytes;
      long most = names + (long) written.size() * PIECE + largest + 2 * PIECE + REST_OF_CELL;
      boolean meetsHighVersion = written.containsKey(highVersion) || read.contains(highVersion);
      mustFail |=
          written.size() > maxRows
              || isLarge
              || meetsHighVersion
              || written.containsKey(highLockTime)
              || (written.containsKey(highCell) && hasReadCount(highCell));
      mayFail |= most > maxCellBytes || scanned || readInVain.contains(highVersion);
    }

    private boolean hasReadCount(RowKey key) {
      return counted.contains(key) || updatedBlindly.contains(key);
    }

    /** Checks that all of its writes are there, or none, and that no row is locked. */
    private void requireRest(Map<RowKey, StoredRow> before, boolean isCommitted) {
      Map<RowKey, StoredRow> after = stored();
      for (RowKey key : rows) {
        boolean isChanged = !after.get(key).cells().equals(before.get(key).cells());
        boolean mayChange = isCommitted && written.containsKey(key);
        require(!isChanged || mayChange, key + " was written by one that was refused");
        boolean mustShow = mayChange && hasReadCount(key) && countWritten.contains(key);
        require(
            !mustShow || !count(after, key).equals(count(before, key)),
            key + " was written, and no read shows it");
        StoredLock lock = after.get(key).lock();
        require(
            lock == null || maintenance.view(key, lock).state() == LockView.State.STABLE,
            key + " is still locked");
      }
    }

    private static Optional<Cell> count(Map<RowKey, StoredRow> rows, RowKey key) {
      return rows.get(key).cells().stream()
          .filter(cell -> CellUtil.matchingColumn(cell, Content.F, Content.COUNT))
          .findFirst();
    }

    private boolean isRefusal(ProtocolFailure failure) {
      return failure.kind() == ProtocolFailure.Kind.ILLEGAL
          || failure.kind() == ProtocolFailure.Kind.CORRUPT_LOCK;
    }
  }

  private <T> T await(CompletableFuture<T> call) {
    return time.await(call);
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

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
