package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.longread.Snapshot;
import io.rowlock.internal.protocol.longread.SnapshotRange;
import io.rowlock.internal.protocol.read.DecidedPage;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.Settlement;
import io.rowlock.operations.maintenance.Settlement.Kind;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.RequestMeter;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world where a few transactions hold many rows, and their clients are dead. Each
 * attempt to read or write all rows costs requests in proportion to the rows, and in the end all
 * rows of a transaction are there, or none.
 */
final class HeldPages {

  private static final TableName TABLE = TableName.valueOf("held");
  private static final TransactionLimits LIMITS = new TransactionLimits(1_000, 10_000_000);
  private static final Duration LEASE = Duration.ofMillis(600);
  private static final Duration LOCK_WAIT = Duration.ofMillis(300);
  private static final int KINDS = 5;
  private static final int SETTLING = 3;
  private static final int MOST_ROWS = 120;
  private static final int MOST_OWNERS = 3;
  private static final int MOST_ATTEMPTS = 12;

  /** More often than a client that waits looks at a holder in one attempt. */
  private static final int MOST_LOOKS = 60;

  /** Of each row in one attempt, on average. */
  private static final int MOST_READS = 8;

  /** The same, if an administrator follows each lock until it is settled. */
  private static final int MOST_READS_OF_LOCKS = 20;

  /** Of one attempt to one row, for each holder that may be in its way. */
  private static final int MOST_WRITES = 6;

  /** The bytes of a lock and its row, besides those of a primary that lists its secondaries. */
  private static final int MOST_BYTES = 400;

  /** The bytes of a primary for each secondary. */
  private static final int REFERENCE = 40;

  private final SplittableRandom dice;
  private final Counts counts;
  private final VirtualTime time = new VirtualTime();
  private final InMemoryRowStore store = new InMemoryRowStore();
  private final RequestMeter meter;
  private final Environment environment;
  private final LockProtocol reader;
  private final LockMaintenance maintenance;
  private final boolean isInterleaved;
  private final int owners;
  private final List<RowKey> rows;
  private final RangeScan whole =
      new RangeScan(RowRange.all(TABLE), ColumnSelection.ALL, false, MOST_ROWS);

  HeldPages(SplittableRandom dice, Counts counts) {
    this.dice = dice;
    this.counts = counts;
    this.meter = new RequestMeter(time, Duration.ofMillis(dice.nextLong(3)));
    this.isInterleaved = dice.nextBoolean();
    this.owners = 1 + dice.nextInt(MOST_OWNERS);
    this.rows =
        IntStream.range(0, owners + dice.nextInt(MOST_ROWS - MOST_OWNERS))
            .mapToObj(i -> new RowKey(TABLE, Bytes.toBytes("%03d".formatted(i))))
            .toList();
    InMemoryRowStore metered = new InMemoryRowStore(store.cluster(), meter, Runnable::run);
    this.environment = time.environment(dice.nextLong());
    this.reader = new LockProtocol(metered, metered, environment, settings());
    this.maintenance = new LockMaintenance(metered, environment, settings());
  }

  private ProtocolSettings settings() {
    return new ProtocolSettings(LEASE, LOCK_WAIT, MOST_ROWS, 10_000_000, false, 100);
  }

  /**
   * Runs attempts until one succeeds.
   *
   * @throws AssertionError if one of them costs too much, none succeeds, or a transaction is torn
   */
  void run() {
    store.createTable(TABLE, "f");
    for (int owner = 0; owner < owners; owner++) {
      hold(owner);
    }
    int kind = dice.nextInt(KINDS);
    int attempts = 1;
    while (!attempt(kind)) {
      CalmWorld.require(++attempts < MOST_ATTEMPTS, "abandoned locks are not settled");
    }
    counts.count("held pages");
  }

  /** Begins to commit the rows of one owner, which dies somewhere in between. */
  private void hold(int owner) {
    int writes = 1 + dice.nextInt(1 + 2 * rows.size() / owners);
    InMemoryRowStore dying =
        new InMemoryRowStore(store.cluster(), new DyingClient(writes), Runnable::run);
    LockProtocol its =
        new LockProtocol(dying, dying, time.environment(dice.nextLong()), settings());
    List<RowKey> own = rows.stream().filter(row -> ownerOf(row) == owner).toList();
    var unused = write(its, own, "owner " + owner);
  }

  private int ownerOf(RowKey row) {
    int number = rows.indexOf(row);
    return isInterleaved ? number % owners : number * owners / rows.size();
  }

  private CompletableFuture<Void> write(LockProtocol by, List<RowKey> keys, String value) {
    TransactionId id = TransactionId.fresh(environment.random());
    ActiveTransaction transaction =
        new ActiveTransaction(by, id, time.currentMillis(), LIMITS, TransactionObserver.NONE);
    for (RowKey key : keys) {
      Put put = new Put(key.row()).addColumn(Content.F, Content.LIST, Bytes.toBytes(value));
      time.await(transaction.write(TABLE, put));
    }
    return transaction.commit();
  }

  /** Returns whether the attempt has succeeded; else it has met a conflict. */
  private boolean attempt(int kind) {
    meter.clear();
    boolean isDone =
        switch (kind) {
          case 0 -> shows(reader.scan(whole, Reservation.NONE).thenApply(DecidedPage::rows));
          case 1 -> shows(reader.read(reads(), Reservation.NONE));
          case 2 -> readsSnapshot();
          case SETTLING -> settles();
          default -> succeeds(write(reader, rows, "reader"));
        };
    time.await(reader.drain());
    judge(kind == SETTLING ? MOST_READS_OF_LOCKS : MOST_READS);
    return isDone;
  }

  private List<RowRead> reads() {
    return rows.stream().map(key -> new RowRead(key, ColumnSelection.ALL)).toList();
  }

  private boolean readsSnapshot() {
    Reservation reservation =
        time.await(reader.reserve(ReservationRequest.ofLongRead(List.of(whole), false), 1));
    try {
      Snapshot snapshot = Objects.requireNonNull(reservation.snapshot());
      SnapshotRange range = time.await(snapshot.claim(whole)).orElseThrow();
      return shows(reader.scan(range, MOST_ROWS, reservation).thenApply(DecidedPage::rows));
    } finally {
      reservation.release();
    }
  }

  /** Settles all locks at once, as an administrator does. */
  private boolean settles() {
    List<CompletableFuture<Settlement>> settled = new ArrayList<>();
    for (RowKey row : rows) {
      StoredLock lock = store.rawGet(row).lock();
      if (lock != null) {
        settled.add(maintenance.settle(maintenance.view(row, lock)));
      }
    }
    return time.await(Async.all(settled)).stream()
        .noneMatch(settlement -> settlement.kind() == Kind.STILL_HELD);
  }

  private boolean shows(CompletableFuture<List<DecidedRow>> read) {
    return succeeds(read.thenAccept(this::requireWhole));
  }

  private boolean succeeds(CompletableFuture<?> attempt) {
    try {
      time.await(attempt);
      return true;
    } catch (CompletionException failed) {
      if (Async.unwrap(failed) instanceof ProtocolFailure known && known.isConflict()) {
        return false;
      }
      throw new AssertionError("a strange failure", failed.getCause());
    }
  }

  /** Checks that all rows of an owner are there, or none. */
  private void requireWhole(List<DecidedRow> found) {
    Map<Integer, Set<Boolean>> shown = new HashMap<>();
    rows.forEach(row -> shown.put(ownerOf(row), new HashSet<>()));
    Set<RowKey> present =
        found.stream()
            .filter(row -> !row.cells().isEmpty())
            .map(DecidedRow::key)
            .collect(Collectors.toSet());
    rows.forEach(row -> shown.get(ownerOf(row)).add(present.contains(row)));
    CalmWorld.require(shown.values().stream().allMatch(each -> each.size() == 1), "torn: " + found);
  }

  /** Checks what the attempt has cost. */
  private void judge(int mostReads) {
    int looks = MOST_LOOKS * owners;
    boolean isCheap =
        meter.reads() <= mostReads * rows.size() + looks
            && meter.bytesRead()
                <= (long) mostReads * rows.size() * MOST_BYTES
                    + (long) looks * rows.size() * REFERENCE
            && meter.writes() <= 6 * rows.size() + looks
            && meter.mostWritesOfARow() <= MOST_WRITES * owners
            && meter.mostAtOnce() <= 3 * rows.size() + looks;
    CalmWorld.require(
        isCheap,
        "an attempt at %d rows of %d holders cost too much: %s"
            .formatted(rows.size(), owners, meter));
  }
}
