package io.rowlock.internal.protocol;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One process: runs random transactions, some at a time, until it has run enough or has died. */
final class RandomClient {

  private static final Duration LONGEST_REST = Duration.ofMillis(20);

  private final String name;
  private final LockProtocol protocol;
  private final FaultyNetwork network;
  private final Surroundings surroundings;
  private final List<RowKey> rows;
  private final Random random;
  private final List<TransactionRecord> history;
  private final ServerAudit audit;
  private int running;

  RandomClient(
      String name,
      RowStore store,
      FaultyNetwork network,
      Surroundings surroundings,
      ProtocolSettings settings,
      List<RowKey> rows,
      List<TransactionRecord> history,
      ServerAudit audit) {
    this.name = name;
    this.protocol = new LockProtocol(store, store, surroundings, settings);
    this.network = network;
    this.surroundings = surroundings;
    this.rows = rows;
    this.random = new Random(surroundings.random().nextLong());
    this.history = history;
    this.audit = audit;
  }

  /** Runs transactions one after the other. */
  void run(int count) {
    if (count > 0 && !network.isDead()) {
      surroundings.scheduler().schedule(rest(), () -> runNow(count));
    }
  }

  private void runNow(int count) {
    TransactionRecord record = begin();
    CompletableFuture<Void> unused =
        new RandomTransaction(protocol, surroundings, rows, random, record)
            .run()
            .handle(
                (done, failure) -> {
                  end(record, failure);
                  run(count - 1);
                  return null;
                });
  }

  /** Reads every row, each on its own, and cleans up by the way. */
  void readEachRow() {
    for (RowKey key : rows) {
      TransactionRecord record = begin();
      CompletableFuture<Void> unused =
          protocol
              .read(List.of(new RowRead(key, ColumnSelection.ALL)))
              .handle(
                  (found, failure) -> {
                    if (found != null) {
                      found.forEach(row -> record.observe(row, record.begin(), now()));
                    }
                    end(record, failure);
                    return null;
                  });
    }
  }

  private TransactionRecord begin() {
    TransactionRecord record = new TransactionRecord(String.valueOf(history.size() + 1), now());
    history.add(record);
    running++;
    return record;
  }

  private void end(TransactionRecord record, @Nullable Throwable failure) {
    running--;
    record.finish(now(), failure);
    audit.tell(name, record);
  }

  /** True when nothing is left to wait for, or nobody left to wait. */
  boolean isAtRest() {
    return network.isDead() || (running == 0 && protocol.drain().isDone());
  }

  private Duration rest() {
    return Duration.ofNanos(random.nextLong(LONGEST_REST.toNanos()));
  }

  private long now() {
    return surroundings.clock().monotonicNanos();
  }

  @Override
  public String toString() {
    return name;
  }
}
