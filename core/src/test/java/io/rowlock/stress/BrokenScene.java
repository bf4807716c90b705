package io.rowlock.stress;

import io.rowlock.SimulatedManager;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.VirtualTime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.AsyncTable;

/**
 * Transactions of one process in virtual time that wait in a line, commit together, beat, expire,
 * conflict and run again, while one call at the edge of the library meets an error.
 */
final class BrokenScene {

  /** Where the error is met. */
  enum Edge {
    /** The timer refuses a task, for example because it gets no thread. */
    TIMER,
    /** The timer refuses a task and all that follow: the client is being closed. */
    CLOSED_TIMER,
    /** A task of the timer fails after its work. */
    TASK,
    /** The store throws while it sends a request. */
    REQUEST,
    /** A request is answered with an error. */
    ANSWER
  }

  /** How the broken process commits. */
  enum Style {
    IN_ORDER,
    IN_ONE_REGION
  }

  private static final int SLOW = 4;
  private static final int READ = 3;

  private final VirtualTime time = new VirtualTime();
  private final MemoryCluster cluster = new MemoryCluster();
  private final Edge edge;
  private final Style style;
  private final int failing;
  private final TransactionManager broken;
  private final TransactionManager sound;
  private final List<CompletableFuture<Void>> calls = new ArrayList<>();
  private int passed;
  private int last;

  /**
   * Creates a scene.
   *
   * @param style of its commits
   * @param failing which of the calls at the edge meets the error, from 0; negative for none
   */
  BrokenScene(Edge edge, Style style, int failing) {
    this.edge = edge;
    this.style = style;
    this.failing = failing;
    cluster.createTable(Lists.TABLE, Lists.FAMILY);
    broken = manager(brokenStore(), new Environment(time, this::schedule, random(1)));
    sound =
        manager(
            new InMemoryRowStore(cluster, Interceptor.NONE, Runnable::run), time.environment(2));
  }

  private LongSupplier random(long seed) {
    return time.environment(seed).random();
  }

  private TransactionManager manager(RowStore store, Environment environment) {
    ProtocolSettings settings =
        new ProtocolSettings(
            Duration.ofSeconds(5), Duration.ofSeconds(1), 100, 10_000_000, false, 100);
    return SimulatedManager.of(store, environment, settings, Runnable::run, 1, 100).manager();
  }

  /** Plays the scene to its end; returns how many calls passed the edge. */
  int play() {
    for (int i = 0; i < 4; i++) {
      append(TransactionSettings.ofDefaults(), 0);
    }
    append(TransactionSettings.ofDefaults(), 0, SLOW);
    append(TransactionSettings.builder().timeout(Duration.ofMillis(700)).build(), 0, 1);
    append(TransactionSettings.builder().timeout(Duration.ofSeconds(20)).build(), 0);
    calls.add(broken.runAsync(transaction -> readAndAppend(transaction, ++last)));
    time.schedule(Duration.ofMillis(200), this::overwrite);
    time.runUntilIdle();
    return passed;
  }

  private void append(TransactionSettings settings, Integer... rows) {
    long token = ++last;
    calls.add(
        broken.runAsync(
            settings,
            transaction ->
                Attempts.appendsAsync(transaction, new TreeSet<>(List.of(rows)), token)));
  }

  private static CompletableFuture<?> readAndAppend(Transaction transaction, long token) {
    AsyncTable<?> table = transaction.asyncTable(Lists.TABLE);
    return table.get(Lists.get(READ)).thenCompose(found -> table.append(Lists.append(0, token)));
  }

  private void overwrite() {
    CompletableFuture<Void> unused = overwrite(READ);
  }

  private CompletableFuture<Void> overwrite(int row) {
    return sound.runAsync(
        transaction -> transaction.asyncTable(Lists.TABLE).append(Lists.append(row, -1)));
  }

  /** Returns the calls that have not ended. */
  long hanging() {
    return calls.stream().filter(call -> !call.isDone()).count();
  }

  /** Returns what has stayed in the library's objects. */
  List<String> leftovers() {
    return Leftovers.of(broken);
  }

  /** Returns whether the background of the process has ended. */
  boolean isDrained() {
    return broken.drainAsync().isDone();
  }

  /** Returns whether another process can write all rows. */
  boolean areRowsFree() {
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int row = 0; row < Lists.ROWS; row++) {
      writes.add(overwrite(row));
    }
    time.runUntilIdle();
    return writes.stream().allMatch(each -> each.isDone() && !each.isCompletedExceptionally());
  }

  private boolean fails(Edge here) {
    if (edge != here) {
      return false;
    }
    int number = passed++;
    return number == failing;
  }

  private void schedule(Duration delay, Runnable task) {
    if (fails(Edge.TIMER)) {
      throw new OutOfMemoryError("no thread");
    }
    if (edge == Edge.CLOSED_TIMER && passed++ >= failing && failing >= 0) {
      throw new RejectedExecutionException("closed");
    }
    time.schedule(delay, () -> run(task));
  }

  /** A pool survives whatever its tasks throw. */
  private void run(Runnable task) {
    try {
      task.run();
      if (fails(Edge.TASK)) {
        throw new StackOverflowError("in a task");
      }
    } catch (Throwable lost) {
      // a pool has only its log for it
    }
  }

  private RowStore brokenStore() {
    InMemoryRowStore store = new InMemoryRowStore(cluster, new SlowWrites(), Runnable::run);
    if (style == Style.IN_ONE_REGION) {
      store.colocate();
    }
    return (RowStore)
        Proxy.newProxyInstance(
            RowStore.class.getClassLoader(),
            new Class<?>[] {RowStore.class},
            (self, method, arguments) -> request(store, method, arguments));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the proxy hands it to the caller
  private Object request(RowStore store, Method method, Object[] arguments) throws Throwable {
    if (fails(Edge.REQUEST)) {
      throw new StackOverflowError("in a request");
    }
    if (fails(Edge.ANSWER)) {
      return CompletableFuture.failedFuture(new StackOverflowError("in an answer"));
    }
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** One row is so slow that its transaction must beat. */
  private final class SlowWrites implements Interceptor {

    @Override
    public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
      time.schedule(duration(List.of(call.request().key())), call::deliver);
    }

    @Override
    public void onRegionWrite(PendingCall<RegionWrite, WriteOutcome> call) {
      time.schedule(duration(call.request().rows()), call::deliver);
    }

    private Duration duration(List<RowKey> rows) {
      boolean isSlow = rows.stream().anyMatch(row -> row.row()[row.row().length - 1] == '0' + SLOW);
      return Duration.ofMillis(isSlow ? 6_000 : 300);
    }
  }
}
