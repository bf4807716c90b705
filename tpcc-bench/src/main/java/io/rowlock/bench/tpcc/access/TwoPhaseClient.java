package io.rowlock.bench.tpcc.access;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Client.LockTimeoutException;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Client.Work.Isolation;
import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Classic two-phase commit over two-phase locking, for comparison: every row is locked before it is
 * read or prepared (shared where it is only read), what is to be written is put beside the data, a
 * row in a log decides, then the data are written and the locks given back. Requests are grouped as
 * in the other modes and sent at once for all tables; locks, intents and decisions are as durable
 * as the data. A transaction ends for its caller when it is decided; the rest follows in the
 * background, and transactions that need the rows meanwhile wait.
 *
 * <p>Transactions that may write are serializable as far as they meet on rows. Rows that a range
 * lacks are not locked: that a Delivery has found no order, and that an Order-Status has found the
 * latest one, holds at the time of the scan. Reading committed rows takes no locks.
 *
 * <p>There is no recovery. Locks of a client that was killed stay, and transactions that need them
 * fail by {@link LockTimeoutException} until the database is loaded again; so do those of a
 * transaction whose decision could not be written for certain.
 */
final class TwoPhaseClient implements Client {
  private final AsyncConnection connection;
  private final StoredRows rows;
  private final RetryPolicy policy;
  private final Operations operations = new Operations();
  private final Background background = new Background();
  private final long id = new SecureRandom().nextLong();
  private final AtomicLong attempts = new AtomicLong();

  private TwoPhaseClient(AsyncConnection connection, StoredRows rows, RetryPolicy policy) {
    this.connection = connection;
    this.rows = rows;
    this.policy = policy;
  }

  static TwoPhaseClient open(Configuration configuration, StoredRows rows, RetryPolicy policy)
      throws IOException {
    AsyncConnection connection =
        Interruption.await(ConnectionFactory.createAsyncConnection(configuration));
    return new TwoPhaseClient(connection, rows, policy);
  }

  @Override
  public <T> Ended<T> run(Work<T> work) throws IOException {
    Pauses pauses = new Pauses(policy.firstDelay(), policy.maxDelay(), policy.maxElapsed());
    for (int attempt = 1; ; attempt++) {
      try {
        return work.isolation() == Isolation.SERIALIZABLE
            ? serializable(work, attempt)
            : readCommitted(work, attempt);
      } catch (LockTimeoutException e) {
        if (attempt >= policy.maxAttempts() || pauses.isTimeUp()) {
          throw e;
        }
        pauses.pause();
      }
    }
  }

  private <T> Ended<T> serializable(Work<T> work, int attempt) throws IOException {
    byte[] owner = Bytes.add(Bytes.toBytes(id), Bytes.toBytes(attempts.incrementAndGet()));
    TwoPhaseBackend backend = new TwoPhaseBackend(rows, connection::getTable, owner);
    Access access = new Access(backend, operations);
    try {
      T result = work.execute(access);
      background.add(access.isRolledBack() ? backend.giveBack() : backend.commit());
      return new Ended<>(result, access.isRolledBack(), attempt);
    } catch (IOException | RuntimeException e) {
      background.add(backend.giveBack());
      throw e;
    } finally {
      access.count();
    }
  }

  private <T> Ended<T> readCommitted(Work<T> work, int attempt) throws IOException {
    Access access = new Access(new CommittedReads(rows, connection::getTable), operations);
    try {
      return new Ended<>(work.execute(access), false, attempt);
    } finally {
      access.count();
    }
  }

  @Override
  public Operations operations() {
    return operations;
  }

  @Override
  public void settle() throws IOException {
    background.await();
  }

  @Override
  public void close() throws IOException {
    try (connection) {
      background.await();
    }
  }

  /** Work that continues after its transaction has ended. Thread-safe. */
  @SuppressWarnings("CollectionUndefinedEquality") // each future is itself
  static final class Background {
    private final Set<CompletableFuture<?>> unfinished = ConcurrentHashMap.newKeySet();

    /** A failure is kept until a caller waits. */
    void add(CompletableFuture<?> work) {
      unfinished.add(work);
      var unused = work.thenRun(() -> unfinished.remove(work));
    }

    void await() throws IOException {
      List<CompletableFuture<?>> now = List.copyOf(unfinished);
      try {
        Interruption.awaitAll(now);
      } finally {
        now.forEach(unfinished::remove);
      }
    }
  }

  /** Growing pauses between attempts, each drawn at random up to its limit, until time is up. */
  static final class Pauses {
    private final long end;
    private final long longest;
    private long next;

    Pauses(Duration first, Duration longest, Duration total) {
      this.end = System.nanoTime() + total.toNanos();
      this.longest = longest.toNanos();
      this.next = Math.min(first.toNanos(), this.longest);
    }

    boolean isTimeUp() {
      return System.nanoTime() - end >= 0;
    }

    void pause() throws IOException {
      long nanos = ThreadLocalRandom.current().nextLong(next / 2, next + 1);
      var unused =
          PhaseClock.in(
              Phase.BACKOFF,
              () -> {
                Interruption.sleep(Duration.ofNanos(nanos));
                return true;
              });
      next = Math.min(2 * next, longest);
    }
  }
}
