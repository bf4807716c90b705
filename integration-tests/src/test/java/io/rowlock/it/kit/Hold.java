package io.rowlock.it.kit;

import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;

/**
 * Holds some conditional writes to a table in the region servers until the test releases or loses
 * them, so that a test can inspect a commit in progress.
 */
public final class Hold implements LockGate.Guard, AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private enum Fate {
    BE_RELEASED,
    BE_LOST
  }

  private final TableName table;
  private final Predicate<LockWrite> held;
  private final List<LockWrite> arrivals = new CopyOnWriteArrayList<>();
  private final Set<Thread> released = ConcurrentHashMap.newKeySet();
  private final List<Boolean> answers = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Fate> fate = new CompletableFuture<>();

  private Hold(TableName table, Predicate<LockWrite> held) {
    this.table = table;
    this.held = held;
  }

  /** Starts to hold writes; a table has at most one hold at a time. */
  public static Hold of(TableName table, Predicate<LockWrite> held) {
    Hold hold = new Hold(table, held);
    LockGate.post(hold, table);
    return hold;
  }

  @Override
  public void before(LockWrite write) throws IOException {
    released.remove(Thread.currentThread());
    if (!held.test(write)) {
      return;
    }
    arrivals.add(write);
    try {
      if (fate.get(PATIENCE.toSeconds(), TimeUnit.SECONDS) == Fate.BE_LOST) {
        throw new DoNotRetryIOException("Lost, injected by the test: " + write);
      }
      released.add(Thread.currentThread());
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new DoNotRetryIOException("The test did not release " + write, e);
    }
  }

  @Override
  public void after(LockWrite write, boolean applied) {
    // One thread of the server handles a request from before() to after().
    if (released.remove(Thread.currentThread())) {
      answers.add(applied);
    }
  }

  /** The rows of the writes that wait here, or have waited. */
  public List<String> rows() {
    return arrivals.stream().map(LockWrite::row).sorted().toList();
  }

  /** Waits until so many writes wait here. */
  public void awaitArrivals(int count) throws Exception {
    Await.until(count + " writes held", Duration.ofSeconds(20), () -> arrivals.size() >= count);
  }

  /** Releases the held writes, and holds no more. */
  public void release() {
    fate.complete(Fate.BE_RELEASED);
  }

  /** Releases the held writes, and waits for the servers' answers: whether they were applied. */
  public List<Boolean> releaseAndAwaitAnswers() throws Exception {
    release();
    Await.until(
        "held writes answered", Duration.ofSeconds(20), () -> answers.size() >= arrivals.size());
    return List.copyOf(answers);
  }

  /** Loses the held writes, and all later ones that would be held. */
  public void lose() {
    fate.complete(Fate.BE_LOST);
  }

  @Override
  public void close() {
    release();
    LockGate.dismiss(table);
  }
}
