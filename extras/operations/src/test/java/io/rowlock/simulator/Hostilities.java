package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.lock.ForgedLocks;
import io.rowlock.internal.protocol.lock.HostileLocks;
import io.rowlock.internal.protocol.lock.HostileLocks.Hostile;
import io.rowlock.internal.protocol.lock.HostileLocks.Places;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.operations.maintenance.Diagnosis;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import io.rowlock.operations.maintenance.MarkedLock;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/**
 * A separate small world that contains locks that Rowlock never writes. Users and an operator meet
 * them; each gets a result or a declared failure, and no correct row is harmed.
 */
final class Hostilities {

  private static final TableName HOSTILE = TableName.valueOf("hostile");
  private static final TableName OTHER = TableName.valueOf("other");
  private static final TableName PLAIN = TableName.valueOf("plain");
  private static final TableName UNKNOWN = TableName.valueOf("unknown");
  private static final TransactionLimits LIMITS = new TransactionLimits(1000, 1_000_000);
  private static final Duration LEASE = Duration.ofMillis(300);
  private static final Duration MASTER_IS_BACK = Duration.ofMinutes(2);
  private static final int HEALTHY = 3;
  private static final int MOST_LOCKS = 5;
  private static final int TOUCHES = 12;

  private final SplittableRandom dice;
  private final Counts counts;
  private final VirtualTime time = new VirtualTime();
  private final InMemoryRowStore store = new InMemoryRowStore();
  private final FickleStore fickle;
  private final ShakyStore shaky;
  private final boolean areForged;
  private final Environment environment;
  private final LockProtocol protocol;
  private final LockMaintenance maintenance;
  private final List<Hostile> locks = new ArrayList<>();
  private final List<LockView> seenBefore = new ArrayList<>();
  private int rows;

  /**
   * Creates the world.
   *
   * @param areForged the locks look right, and the store fails in more ways
   */
  Hostilities(SplittableRandom dice, Counts counts, boolean areForged) {
    this.dice = dice;
    this.areForged = areForged;
    this.counts = counts;
    this.environment = time.environment(dice.nextLong());
    ProtocolSettings settings =
        new ProtocolSettings(LEASE, Duration.ofMillis(50), 1_000, 10_000_000, true, 100);
    this.fickle = new FickleStore(store, HOSTILE, dice);
    this.shaky = new ShakyStore(fickle, dice);
    this.protocol = new LockProtocol(shaky, shaky, environment, settings);
    this.maintenance = new LockMaintenance(shaky, environment, settings);
  }

  /**
   * Runs the users and the operator.
   *
   * @throws AssertionError if a row is harmed
   */
  void run() {
    store.createTable(HOSTILE, "f", "g");
    store.createTable(OTHER, "f");
    store.cluster().createTable(facts(PLAIN, false, Content.F));
    for (int i = 0; i < HEALTHY; i++) {
      write(healthy(i));
    }
    List<StoredRow> before = healthyRows();
    plant(before);
    if (dice.nextInt(6) == 0) {
      store.cluster().alterTable(facts(HOSTILE, true, Content.G));
    }
    fickle.setFickle(dice.nextBoolean());
    shaky.setShaky(areForged && dice.nextBoolean());
    for (int i = 0; i < TOUCHES; i++) {
      touchAny();
      time.advance(pause());
    }
    fickle.setFickle(false);
    shaky.setShaky(false);
    time.advance(MASTER_IS_BACK);
    for (StoredRow old : before) {
      StoredRow now = store.rawGet(old.key());
      require(HostileLocks.isUnharmed(old, now), old.key() + " was harmed by " + locks);
      write(old.key());
    }
  }

  private void touchAny() {
    if (areForged && !seenBefore.isEmpty() && dice.nextInt(4) == 0) {
      touchAsSeenBefore(seenBefore.get(dice.nextInt(seenBefore.size())));
    } else {
      touch(locks.get(dice.nextInt(locks.size())));
    }
  }

  /**
   * Makes an operator act on a lock that was read earlier. A vacuum deletes no lock that is held.
   */
  private void touchAsSeenBefore(LockView lock) {
    boolean isAnswered =
        switch (dice.nextInt(4)) {
          case 0 -> isAnswered(maintenance.settle(lock));
          case 1 -> isAnswered(discard(Optional.of(lock)));
          case 2 -> isAnswered(vacuum(lock));
          default -> isAnswered(maintenance.examine(lock));
        };
    counts.count(isAnswered ? "hostile locks overcome" : "hostile locks declared");
  }

  private CompletableFuture<?> vacuum(LockView lock) {
    boolean isDryRun = dice.nextBoolean();
    StoredRow before = store.rawGet(lock.key());
    return maintenance
        .vacuum(List.of(new MarkedLock(lock.key(), lock.stored())), time.currentMillis(), isDryRun)
        .thenAccept(
            fates -> {
              boolean mayDelete = lock.state() == LockView.State.STABLE && !isDryRun;
              boolean isThere = store.rawGet(lock.key()).lock() != null || before.lock() == null;
              require(isThere || mayDelete, "a vacuum has deleted the lock of " + lock.key());
            });
  }

  /** Returns a pause: at most a lease, or so long that the facts of a table become old. */
  private Duration pause() {
    return dice.nextInt(3) > 0
        ? LEASE.multipliedBy(dice.nextInt(2))
        : Duration.ofSeconds(dice.nextInt(dice.nextInt(4) > 0 ? 70 : 700));
  }

  private static TableFacts facts(TableName table, boolean isTransactional, byte[] family) {
    TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(family);
    if (isTransactional) {
      families.add(LockColumn.family());
    }
    return new TableFacts(table, families, 0, Durability.SYNC_WAL);
  }

  private static RowKey healthy(int number) {
    return new RowKey(OTHER, Bytes.toBytes("healthy-" + number));
  }

  private List<StoredRow> healthyRows() {
    List<StoredRow> healthy = new ArrayList<>();
    for (int i = 0; i < HEALTHY; i++) {
      healthy.add(store.rawGet(healthy(i)));
    }
    return healthy;
  }

  private void write(RowKey key) {
    ActiveTransaction transaction = begin();
    time.await(transaction.write(key.table(), put(key)));
    time.await(transaction.commit());
    time.await(protocol.drain());
  }

  private void plant(List<StoredRow> healthy) {
    Places places = new Places(HOSTILE, UNKNOWN, PLAIN, UNKNOWN, healthy);
    Supplier<byte[]> keys = () -> Bytes.toBytes("%09d".formatted(++rows));
    HostileLocks all = new HostileLocks(dice, places, time.currentMillis(), keys);
    ForgedLocks forged = new ForgedLocks(dice, places, time.currentMillis(), keys);
    HostileLocks.Kind[] kinds = HostileLocks.Kind.values();
    int some = 1 + dice.nextInt(MOST_LOCKS);
    for (int i = 0; i < some; i++) {
      locks.addAll(areForged ? forged.next() : all.next(kinds[dice.nextInt(kinds.length)]));
    }
    for (Hostile lock : locks) {
      Put put = new Put(lock.row().row());
      put.addColumn(LockColumn.family(), LockColumn.qualifier(), lock.time(), lock.bytes());
      store.cluster().rawWrite(HOSTILE, put);
    }
  }

  private void touch(Hostile lock) {
    RowKey key = lock.row();
    boolean isAnswered =
        switch (dice.nextInt(9)) {
          case 0 -> isAnswered(begin().reads().get(HOSTILE, new Get(key.row())));
          case 1 ->
              isAnswered(begin().reads().scan(HOSTILE, new Scan().withStartRow(key.row())).next());
          case 2 -> isWritten(key, put(key));
          case 3 -> isWritten(key, new Delete(key.row()));
          case 4 -> isAppended(key);
          case 5 -> isAnswered(look(key).thenCompose(seen -> settle(seen)));
          case 6 -> isAnswered(look(key).thenCompose(seen -> examine(seen)));
          default -> isAnswered(look(key).thenCompose(seen -> discard(seen)));
        };
    counts.count(isAnswered ? "hostile locks overcome" : "hostile locks declared");
  }

  private boolean isWritten(RowKey key, Mutation mutation) {
    ActiveTransaction transaction = begin();
    return isAnswered(
        transaction.write(key.table(), mutation).thenCompose(done -> committed(transaction)));
  }

  private boolean isAppended(RowKey key) {
    ActiveTransaction transaction = begin();
    Append append = new Append(key.row()).addColumn(Content.G, Content.LIST, Content.LIST);
    return isAnswered(
        transaction.append(key.table(), append).thenCompose(done -> committed(transaction)));
  }

  /**
   * Completes when the commit ends. However a commit ends, its failure shows whether it can have
   * taken effect.
   */
  static CompletableFuture<Void> committed(ActiveTransaction transaction) {
    return Async.recover(
        transaction.commit(),
        failure ->
            CompletableFuture.failedFuture(
                Throwables.getRootCause(failure) instanceof RejectedExecutionException
                        && !(bare(failure) instanceof ProtocolFailure)
                    ? new AssertionError("a commit does not tell", failure)
                    : failure));
  }

  private static Throwable bare(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  private CompletableFuture<Optional<LockView>> look(RowKey key) {
    return maintenance
        .look(key)
        .thenApply(
            seen -> {
              seen.ifPresent(seenBefore::add);
              return seen;
            });
  }

  private CompletableFuture<?> settle(Optional<LockView> seen) {
    return seen.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : maintenance.settle(seen.get());
  }

  private CompletableFuture<?> examine(Optional<LockView> seen) {
    if (seen.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    Duration age = maintenance.seenFor(seen.get());
    require(!age.isNegative(), "a lock was seen for " + age);
    require(seen.get().mayHaveWritten(seen.get().version()), "version of another program");
    return maintenance.examine(seen.get());
  }

  /** Discards a lock, mostly with confirmation; after that the lock is not the same any more. */
  private CompletableFuture<?> discard(Optional<LockView> seen) {
    if (seen.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    LockView lock = seen.get();
    boolean confirms = dice.nextInt(6) > 0;
    return maintenance
        .discard(lock, found -> confirms)
        .thenAccept(found -> requireGone(lock, found));
  }

  private void requireGone(LockView lock, Diagnosis found) {
    StoredRow now = store.rawGet(lock.key());
    require(!lock.stored().equals(now.lock()), "still there, though " + found + ": " + lock.key());
  }

  /** Returns whether the call has ended. No end at all, or an undeclared failure, is wrong. */
  private boolean isAnswered(CompletableFuture<?> call) {
    try {
      time.await(call);
      return true;
    } catch (CompletionException failed) {
      Throwable cause = failed.getCause();
      if (isDeclared(cause)) {
        return false;
      }
      throw new AssertionError("a strange failure among " + locks, failed.getCause());
    }
  }

  /** Returns whether it is one of the library's own failures, or of the store's. */
  static boolean isDeclared(Throwable failure) {
    return failure instanceof ProtocolFailure
        || failure instanceof IOException
        || failure instanceof RejectedExecutionException;
  }

  private ActiveTransaction begin() {
    TransactionId id = TransactionId.fresh(environment.random());
    return new ActiveTransaction(
        protocol, id, time.currentMillis(), LIMITS, TransactionObserver.NONE);
  }

  private static Put put(RowKey key) {
    byte[] family = key.table().equals(HOSTILE) ? Content.G : Content.F;
    return new Put(key.row()).addColumn(family, Content.LIST, Content.LIST);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
