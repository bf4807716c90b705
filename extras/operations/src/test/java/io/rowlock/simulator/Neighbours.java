package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world where many transactions of one process write one row, and a few of them
 * are stopped, refused, stale, or also write a row of a server that answers late: none of the
 * others loses more time than a few commits take, and a turn for each slow one.
 */
final class Neighbours implements Interceptor {

  private static final TableName TABLE = TableName.valueOf("neighbours");
  private static final TransactionLimits LIMITS = new TransactionLimits(1_000, 10_000_000);
  private static final byte[] HOT = Bytes.toBytes("hot");
  private static final byte[] OTHER = Bytes.toBytes("other");
  private static final byte[] SLOW = Bytes.toBytes("slow");
  private static final byte[] TEXT = Bytes.toBytes("text");
  private static final byte[] NUMBER = Bytes.toBytes("number");

  private static final Duration REQUEST = Duration.ofMillis(1);
  private static final Duration LATE = Duration.ofSeconds(20);
  private static final Duration TURN = Duration.ofMillis(200);
  private static final int MANY = 60;
  private static final int REQUESTS_OF_A_COMMIT = 4;
  private static final int COMMITS_FOR_ALL = 4;
  private static final int COMMITS_FOR_A_BAD_ONE = 14;

  private final SplittableRandom dice;
  private final Counts counts;
  private final VirtualTime time = new VirtualTime();
  private final InMemoryRowStore store =
      new InMemoryRowStore(new MemoryCluster(), this, Runnable::run);
  private final Environment environment;
  private final LockProtocol protocol;
  private Duration bound = requests(COMMITS_FOR_ALL * REQUESTS_OF_A_COMMIT);

  Neighbours(SplittableRandom dice, Counts counts) {
    this.dice = dice;
    this.counts = counts;
    this.environment = time.environment(dice.nextLong());
    this.protocol =
        new LockProtocol(
            store,
            store,
            environment,
            new ProtocolSettings(Duration.ofSeconds(100), TURN, 1_000, 10_000_000, false, 1_000));
  }

  private static Duration requests(int number) {
    return REQUEST.multipliedBy(number);
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    time.schedule(REQUEST, call::deliver);
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    boolean isLate = Bytes.equals(call.request().key().row(), SLOW);
    time.schedule(isLate ? LATE : REQUEST, call::deliver);
  }

  /**
   * Runs the commits.
   *
   * @throws AssertionError if one of them fails or loses too much time for another one's sake
   */
  void run() {
    store.createTable(TABLE, "f");
    time.await(begin(HOT, TEXT).thenCompose(ActiveTransaction::commit));
    int bad = 1 + dice.nextInt(2);
    int place = dice.nextInt(MANY / 2);
    List<CompletableFuture<Long>> others = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      if (i >= place && i < place + bad) {
        spoil();
      }
      others.add(
          begin(HOT, NUMBER)
              .thenCompose(ActiveTransaction::commit)
              .thenApply(done -> time.monotonicNanos()));
    }
    long begun = time.monotonicNanos();
    for (CompletableFuture<Long> other : others) {
      Duration took = Duration.ofNanos(time.await(other) - begun);
      if (took.compareTo(bound) > 0) {
        throw new AssertionError("A transaction took " + took + ", more than " + bound);
      }
    }
    time.runUntilIdle();
    counts.count("neighbours");
  }

  private ActiveTransaction begin() {
    TransactionId id = TransactionId.fresh(environment.random());
    return new ActiveTransaction(
        protocol, id, time.currentMillis(), LIMITS, TransactionObserver.NONE);
  }

  private CompletableFuture<ActiveTransaction> begin(byte[] row, byte[] column) {
    ActiveTransaction transaction = begin();
    Put put = new Put(row).addColumn(Content.F, column, column);
    return transaction.write(TABLE, put).thenApply(done -> transaction);
  }

  /** Begins a transaction that fails, or is late. */
  private void spoil() {
    CompletableFuture<Void> bad =
        switch (dice.nextInt(4)) {
          case 0 -> stopped();
          case 1 -> refused();
          case 2 -> stale();
          default -> late();
        };
    var unused = bad.exceptionally(failure -> null);
    bound = bound.plus(requests(COMMITS_FOR_A_BAD_ONE * REQUESTS_OF_A_COMMIT));
  }

  private CompletableFuture<Void> stopped() {
    ActiveTransaction transaction = begin();
    Duration patience = Duration.ofNanos(dice.nextLong(requests(8).toNanos()));
    time.schedule(
        patience,
        () -> {
          boolean unused = transaction.stop(ProtocolFailure.timeout("It took too long"));
        });
    return transaction
        .write(TABLE, new Put(HOT).addColumn(Content.F, NUMBER, NUMBER))
        .thenCompose(done -> transaction.commit());
  }

  private CompletableFuture<Void> refused() {
    ActiveTransaction transaction = begin();
    Increment text = new Increment(HOT).addColumn(Content.F, TEXT, 1).setReturnResults(false);
    return transaction.increment(TABLE, text).thenCompose(done -> transaction.commit());
  }

  private CompletableFuture<Void> stale() {
    ActiveTransaction transaction = begin();
    time.await(transaction.reads().get(TABLE, new Get(OTHER)));
    time.await(begin(OTHER, NUMBER).thenCompose(ActiveTransaction::commit));
    return transaction
        .write(TABLE, new Put(HOT).addColumn(Content.F, NUMBER, NUMBER))
        .thenCompose(done -> transaction.commit());
  }

  private CompletableFuture<Void> late() {
    bound = bound.plus(TURN);
    return begin(HOT, NUMBER)
        .thenCompose(
            transaction ->
                transaction
                    .write(TABLE, new Put(SLOW).addColumn(Content.F, NUMBER, NUMBER))
                    .thenCompose(done -> transaction.commit()));
  }
}
