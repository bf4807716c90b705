package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
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
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world where many transactions, each with its own rows, commit at once in one
 * slow region: all of them commit, and every value is there.
 */
final class Rush implements Interceptor {

  private static final TableName TABLE = TableName.valueOf("rush");
  private static final TransactionLimits LIMITS = new TransactionLimits(1_000, 10_000_000);
  private static final Duration SLOWEST = Duration.ofMillis(20);
  private static final int MOST_TRANSACTIONS = 60;
  private static final byte[] LARGE = new byte[400_000];
  private static final byte[] SMALL = Bytes.toBytes("small");

  private final SplittableRandom dice;
  private final Counts counts;
  private final VirtualTime time = new VirtualTime();
  private final InMemoryRowStore store;
  private final Environment environment;
  private final LockProtocol protocol;

  Rush(SplittableRandom dice, Counts counts) {
    this.dice = dice;
    this.counts = counts;
    this.store = new InMemoryRowStore(new MemoryCluster(), this, Runnable::run);
    this.environment = time.environment(dice.nextLong());
    ProtocolSettings settings =
        new ProtocolSettings(
            Duration.ofSeconds(10), Duration.ofMillis(50), 1_000, 10_000_000, false, 1_000);
    this.protocol = new LockProtocol(store, store, environment, settings);
    store.colocate();
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    time.schedule(pause(), call::deliver);
  }

  @Override
  public void onRegionWrite(PendingCall<RegionWrite, WriteOutcome> call) {
    time.schedule(pause(), call::deliver);
  }

  private Duration pause() {
    return Duration.ofNanos(dice.nextLong(SLOWEST.toNanos()));
  }

  /**
   * Runs the commits.
   *
   * @throws AssertionError if one of them fails, or has not written all of its rows
   */
  void run() {
    store.createTable(TABLE, "f");
    boolean areLarge = dice.nextInt(4) == 0;
    int transactions = 1 + dice.nextInt(areLarge ? MOST_TRANSACTIONS / 4 : MOST_TRANSACTIONS);
    List<CompletableFuture<Void>> commits = new ArrayList<>();
    for (int i = 0; i < transactions; i++) {
      commits.add(commit(i, areLarge));
    }
    commits.forEach(time::await);
    time.await(protocol.drain());
    for (int i = 0; i < transactions; i++) {
      require(i, 0);
      require(i, 1);
    }
    counts.count("rushes");
  }

  /** Commits two rows that cannot be written together: one of them is read besides. */
  private CompletableFuture<Void> commit(int number, boolean isLarge) {
    TransactionId id = TransactionId.fresh(environment.random());
    ActiveTransaction transaction =
        new ActiveTransaction(protocol, id, time.currentMillis(), LIMITS, TransactionObserver.NONE);
    return transaction
        .write(TABLE, put(number, 0, isLarge))
        .thenCompose(done -> transaction.write(TABLE, put(number, 1, isLarge)))
        .thenCompose(done -> transaction.reads().scan(TABLE, only(key(number, 0))).next())
        .thenCompose(met -> transaction.commit());
  }

  private static Scan only(RowKey key) {
    return new Scan().withStartRow(key.row()).withStopRow(key.row(), true);
  }

  private Put put(int number, int part, boolean isLarge) {
    byte[] value = isLarge && dice.nextInt(3) > 0 ? LARGE : SMALL;
    return new Put(key(number, part).row()).addColumn(Content.F, Content.LIST, value);
  }

  private static RowKey key(int number, int part) {
    return new RowKey(TABLE, Bytes.toBytes("%03d-%d".formatted(number, part)));
  }

  private void require(int number, int part) {
    RowKey key = key(number, part);
    if (store.rawGet(key).cells().size() != 1) {
      throw new AssertionError(key + " was not written");
    }
  }
}
