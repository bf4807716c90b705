package io.rowlock.test;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.test.MemoryClients.Client;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.TableName;

/**
 * Transactions in memory, for tests: the library's own code on a simulated HBase, which starts in
 * milliseconds, and lets a test order {@linkplain #faults() faults}.
 *
 * <pre>{@code
 * try (RowlockTest kit = RowlockTest.inMemory()) {
 *   kit.createTable(ACCOUNTS, "f");
 *   kit.faults().conflictNextCommit();
 *   transfer(kit.transactions(), "alice", "bob", 30); // the code under test runs twice
 * }
 * }</pre>
 *
 * <p><b>Time</b> is simulated. It stands still while code runs, and moves to what happens next when
 * a thread waits for a transaction: no pause and no lease takes real time. {@link #passTime} moves
 * it, too. A run of one thread is the same every time.
 *
 * <p><b>What is missing.</b> The tables of a transaction are complete, except that {@code
 * getDescriptor} and {@code getRegionLocator} throw an {@link UnsupportedOperationException}: there
 * is no {@code Connection} and no {@code Admin}. Row by row is the only way to commit here, and
 * nothing is slow. Code that has passed here still needs a test on HBase ({@link RowlockHBase}).
 *
 * <p>Thread-safe.
 */
public final class RowlockTest implements AutoCloseable {

  private static final int CALLBACK_THREADS = 4;

  private final MemoryCluster cluster = new MemoryCluster();
  private final WaitingThreads threads = new WaitingThreads();
  private final TestTime time = new TestTime(threads);
  private final ExecutorService callbacks =
      Executors.newFixedThreadPool(CALLBACK_THREADS, RowlockTest::daemon);
  private final MemoryClients clients;
  private final TransactionManager other;
  private final Faults faults;
  private Client current; // guarded by this

  private RowlockTest(RowlockOptions options) {
    RowlockOptions watched =
        options.toBuilder().executor(threads.watched(options.executor().orElse(callbacks))).build();
    clients = new MemoryClients(cluster, time, watched);
    other = clients.withoutFaults();
    current = clients.withFaults(other);
    faults = new Faults(current.network());
    TimeDriver.start(time, threads);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "rowlock-test-callback");
    thread.setDaemon(true);
    return thread;
  }

  /** Creates an empty HBase in memory, and a client with the default options. */
  public static RowlockTest inMemory() {
    return inMemory(RowlockOptions.ofDefaults());
  }

  /**
   * Creates an empty HBase in memory, and a client with these options. Limits of requests to
   * servers have no effect.
   */
  public static RowlockTest inMemory(RowlockOptions options) {
    return new RowlockTest(options);
  }

  /**
   * Creates a table that transactions can use, without rows. Replaces a table of that name.
   *
   * @param families of the rows, at least one
   */
  public void createTable(TableName name, String... families) {
    if (families.length == 0) {
      throw new IllegalArgumentException("Table '%s' needs a family".formatted(name));
    }
    cluster.createTable(name, families);
  }

  /** Creates a table of ids for {@link io.rowlock.once.OnceTable#on}. */
  public void createOnceTable(TableName name) {
    createTable(name, "o");
  }

  /** Returns the client under test, which faults strike. {@link #close()} closes it. */
  public synchronized TransactionManager transactions() {
    return current.transactions();
  }

  /**
   * Returns another client of the same tables, as in another process, which faults never strike: to
   * prepare rows, to look at the outcome, or to be faster. {@link #close()} closes it.
   */
  public TransactionManager otherClient() {
    return other;
  }

  /**
   * Replaces the client under test by a new one, as the start of a new process does. Faults that
   * have not happened are taken back. The old client is left as it is, with its locks.
   */
  public synchronized TransactionManager restart() {
    current = clients.withFaults(other);
    faults.moveTo(current.network());
    return current.transactions();
  }

  /** Returns the faults of the client under test, also of one that {@link #restart} creates. */
  public Faults faults() {
    return faults;
  }

  /**
   * Lets time pass, at once. Time limits and leases that end meanwhile have ended when the method
   * returns.
   *
   * @param duration not negative
   */
  public void passTime(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("Time cannot pass backwards: " + duration);
    }
    time.advance(duration);
  }

  /**
   * Ends all clients and the time. A call that still waits fails soon, or ends. Further calls do
   * nothing. Throws nothing.
   */
  @Override
  public synchronized void close() {
    current.close();
    var unused = other.closeAsync();
    time.close();
    callbacks.shutdown();
  }
}
