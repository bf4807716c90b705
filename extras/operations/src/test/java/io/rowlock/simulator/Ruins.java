package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.FactsAge;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolLimits;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.operations.maintenance.Diagnosis;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world where clients die during their commits, and then a table or a family is
 * dropped. Users and an operator meet what is left; each gets a result or a declared failure. With
 * the operator's help, every remaining row can be written again. If no row was dropped, all or none
 * of a transaction's writes to the other families are there; and if nothing was dropped, no help is
 * necessary.
 */
final class Ruins {

  private static final TransactionLimits LIMITS = new TransactionLimits(1_000, 1_000_000);
  private static final Duration LEASE = Duration.ofMillis(300);
  private static final Duration MASTER_IS_BACK = Duration.ofMinutes(2);
  private static final int MOST_VICTIMS = 4;
  private static final int MOST_ROWS = 4;
  private static final int TOUCHES = 10;
  private static final int ROUNDS = 12;

  private final SplittableRandom dice;
  private final Counts counts;
  private final VirtualTime time = new VirtualTime();
  private final MemoryCluster cluster = new MemoryCluster();
  private final InMemoryRowStore plain;
  private final ShakyStore shaky;
  private final RuinedTables tables;
  private final List<RowKey> rows = new ArrayList<>();
  private final List<Victim> victims = new ArrayList<>();
  private final LockProtocol protocol;
  private final LockMaintenance maintenance;
  private final Environment environment;

  /** The operator discards locks before any other client meets them. */
  private final boolean isHasty;

  /** A client that has died, or was spared. */
  private record Victim(String tag, SortedSet<RowKey> rows, CompletableFuture<Void> commit) {}

  Ruins(SplittableRandom dice, Counts counts) {
    this.dice = dice;
    this.counts = counts;
    this.tables = new RuinedTables(cluster, dice);
    this.plain = store(Integer.MAX_VALUE);
    this.shaky = new ShakyStore(plain, dice);
    this.environment = time.environment(dice.nextLong());
    ProtocolSettings settings = settings();
    this.protocol = new LockProtocol(shaky, shaky, environment, settings);
    this.maintenance = new LockMaintenance(shaky, environment, settings);
    this.isHasty = dice.nextInt(3) == 0;
  }

  private InMemoryRowStore store(int lastWrite) {
    InMemoryRowStore store =
        new InMemoryRowStore(cluster, new DyingClient(lastWrite), Runnable::run);
    if (dice.nextBoolean()) {
      store.colocate();
    }
    return store;
  }

  private ProtocolSettings settings() {
    ProtocolLimits limits =
        new ProtocolLimits(
            ProtocolLimits.DEFAULT.tries(),
            ProtocolLimits.DEFAULT.trail(),
            ProtocolLimits.DEFAULT.region(),
            1 + dice.nextInt(2),
            ProtocolLimits.DEFAULT.mechanisms(),
            ProtocolLimits.DEFAULT.busyCommits(),
            ProtocolLimits.DEFAULT.notice());
    return new ProtocolSettings(
        LEASE,
        Duration.ofMillis(50),
        1_000,
        1_000_000,
        dice.nextBoolean(),
        100,
        FactsAge.DEFAULT,
        limits);
  }

  /**
   * Runs the clients.
   *
   * @throws AssertionError if a failure is undeclared, or a row cannot be freed
   */
  void run() {
    tables.create();
    int many = dice.nextInt(8) == 0 ? 16 : MOST_ROWS;
    for (TableName table : tables.all()) {
      for (int i = 0; i < many; i++) {
        rows.add(new RowKey(table, Bytes.toBytes("%02d".formatted(i))));
      }
    }
    if (many > MOST_ROWS) {
      rows.forEach(key -> answered(write(key)));
    }
    for (int i = 1 + dice.nextInt(MOST_VICTIMS); i > 0; i--) {
      victims.add(die("v" + i));
      time.advance(Duration.ofMillis(dice.nextInt(20)));
    }
    tables.ruin();
    rows.removeIf(key -> !tables.isThere(key.table()));
    if (rows.isEmpty()) {
      return;
    }
    shaky.setShaky(dice.nextBoolean());
    for (int i = 0; i < TOUCHES; i++) {
      touch(rows.get(dice.nextInt(rows.size())));
      time.advance(dice.nextBoolean() ? LEASE : Duration.ofMillis(dice.nextInt(100)));
    }
    shaky.setShaky(false);
    time.advance(MASTER_IS_BACK);
    clear();
    check();
    counts.count("ruins " + tables.what());
  }

  /** Creates a separate client, which sends some of its writes. */
  private Victim die(String tag) {
    RowStore store = store(dice.nextInt(9));
    Environment own = time.environment(dice.nextLong());
    LockProtocol itsProtocol = new LockProtocol(store, store, own, settings());
    TreeSet<RowKey> written = new TreeSet<>();
    for (int i = 1 + dice.nextInt(MOST_ROWS); i > 0; i--) {
      written.add(rows.get(dice.nextInt(rows.size())));
    }
    TransactionId id = TransactionId.fresh(own.random());
    ActiveTransaction transaction =
        new ActiveTransaction(
            itsProtocol, id, time.currentMillis(), LIMITS, TransactionObserver.NONE);
    CompletableFuture<Void> work =
        dice.nextInt(3) == 0
            ? transaction.reserve(new ReservationRequest(written, true))
            : CompletableFuture.completedFuture(null);
    boolean reads = dice.nextInt(3) == 0;
    for (RowKey key : written) {
      work = work.thenCompose(done -> change(transaction, key, tag, reads));
    }
    CompletableFuture<Void> commit = work.thenCompose(done -> transaction.commit());
    time.advance(Duration.ofMillis(dice.nextInt(100)));
    return new Victim(tag, written, commit);
  }

  private CompletableFuture<Void> change(
      ActiveTransaction transaction, RowKey key, String tag, boolean reads) {
    Put put = new Put(key.row());
    put.addColumn(Content.F, Bytes.toBytes(tag), Bytes.toBytes(tag));
    put.addColumn(Content.G, Bytes.toBytes(tag), Bytes.toBytes(tag));
    CompletableFuture<?> read =
        reads
            ? transaction.reads().get(key.table(), new Get(key.row()))
            : CompletableFuture.completedFuture(null);
    return read.thenCompose(done -> transaction.write(key.table(), put));
  }

  private void touch(RowKey key) {
    switch (dice.nextInt(isHasty ? 2 : 8)) {
      case 0, 1 -> answered(discarded(key));
      case 2 -> answered(begin().reads().get(key.table(), new Get(key.row())));
      case 3 -> answered(begin().reads().scan(key.table(), new Scan()).next());
      case 4 -> answered(write(key));
      case 5 -> answered(lookAndSettle(key));
      default -> answered(examined(key));
    }
  }

  private CompletableFuture<?> write(RowKey key) {
    ActiveTransaction transaction = begin();
    Put put = new Put(key.row()).addColumn(Content.F, Content.LIST, Content.LIST);
    Delete delete = new Delete(key.row()).addColumns(Content.F, Content.LIST);
    return transaction
        .write(key.table(), dice.nextBoolean() ? put : delete)
        .thenCompose(done -> Hostilities.committed(transaction));
  }

  private CompletableFuture<?> examined(RowKey key) {
    return maintenance
        .look(key)
        .thenCompose(
            seen ->
                seen.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : maintenance.examine(seen.get()));
  }

  private CompletableFuture<?> lookAndSettle(RowKey key) {
    return maintenance
        .look(key)
        .thenCompose(
            seen ->
                seen.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : maintenance.settle(seen.get()));
  }

  /** Discards a lock, as an operator does only with locks that do not settle by themselves. */
  private CompletableFuture<?> discarded(RowKey key) {
    return maintenance
        .look(key)
        .thenCompose(
            seen ->
                seen.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : maintenance.discard(seen.get(), this::isConfirmed));
  }

  private boolean isConfirmed(Diagnosis found) {
    if (found.isDiscardable() && !tables.isLossy()) {
      throw new AssertionError("nothing is lost, and a lock is to be given up: " + found);
    }
    return true;
  }

  /** Settles the locks that can be settled, and discards the others. */
  private void clear() {
    for (int round = 0; round < ROUNDS && !isClear(); round++) {
      for (RowKey key : rows) {
        answered(lookAndSettle(key));
        if (tables.isLossy()) {
          answered(discarded(key));
        }
      }
      time.advance(LEASE.multipliedBy(2));
    }
    require(isClear(), "locks are left behind, " + tables.what() + ": " + explain(left()));
  }

  private String explain(List<LockView> locks) {
    StringBuilder text = new StringBuilder();
    for (LockView lock : locks) {
      text.append(lock.key()).append(" is held below ").append(lock.primary());
      text.append("; examined: ").append(time.await(maintenance.examine(lock)));
      text.append("; settled: ").append(time.await(maintenance.settle(lock))).append(". ");
    }
    return text.toString();
  }

  private boolean isClear() {
    return left().isEmpty();
  }

  private List<LockView> left() {
    List<LockView> left = new ArrayList<>();
    for (RowKey key : rows) {
      StoredLock lock = cluster.rawGet(key).lock();
      LockView view = lock == null ? null : maintenance.view(key, lock);
      if (view != null && view.state() != LockView.State.STABLE) {
        left.add(view);
      }
    }
    return left;
  }

  private void check() {
    for (Victim victim : victims) {
      long there = victim.rows().stream().filter(key -> hasTag(key, victim.tag())).count();
      boolean isReported = victim.commit().isDone() && !victim.commit().isCompletedExceptionally();
      boolean isAll = there == victim.rows().size() && !hasFailed(victim.commit());
      boolean isWhole = isAll || (there == 0 && !isReported);
      require(tables.losesRows() || isWhole, victim + " has written " + there + " of its rows");
    }
    for (RowKey key : rows) {
      require(answered(write(key)), key + " cannot be written, " + tables.what());
    }
    time.await(protocol.drain());
  }

  /** Returns whether the transaction surely is not committed. */
  private static boolean hasFailed(CompletableFuture<Void> commit) {
    return commit.isCompletedExceptionally()
        && commit.handle((done, failure) -> failure.getCause()).join()
            instanceof ProtocolFailure known
        && known.kind() != ProtocolFailure.Kind.OUTCOME_UNKNOWN;
  }

  private boolean hasTag(RowKey key, String tag) {
    if (!tables.isThere(key.table())) {
      return false;
    }
    StoredRow row = cluster.rawGet(key);
    return row.cells().stream()
        .anyMatch(cell -> Bytes.toString(CellUtil.cloneValue(cell)).equals(tag));
  }

  /** Returns whether the call has ended. No end at all, or an undeclared failure, is wrong. */
  private boolean answered(CompletableFuture<?> call) {
    try {
      time.await(call);
      return true;
    } catch (CompletionException failed) {
      Throwable cause = failed.getCause();
      if (Hostilities.isDeclared(cause)) {
        return false;
      }
      throw new AssertionError("a strange failure, " + tables.what(), cause);
    }
  }

  private ActiveTransaction begin() {
    TransactionId id = TransactionId.fresh(environment.random());
    return new ActiveTransaction(
        protocol, id, time.currentMillis(), LIMITS, TransactionObserver.NONE);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
