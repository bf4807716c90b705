package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.micro.profile.Operations.Choice;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import io.rowlock.bench.micro.profile.Workload.Session;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A workload without HBase: counts what is done with it and claims what it is told to. */
final class FakeWorkload implements Workload {
  final AtomicLong transactions = new AtomicLong();
  final AtomicInteger openSessions = new AtomicInteger();
  final AtomicInteger settled = new AtomicInteger();
  final Queue<LibraryCounts> counts = new ArrayDeque<>();
  private final long millis;
  private final @Nullable IOException failure;

  FakeWorkload(long millis, @Nullable IOException failure) {
    this.millis = millis;
    this.failure = failure;
  }

  @Override
  public Session open(Operations operations) {
    openSessions.incrementAndGet();
    return new FakeSession();
  }

  @Override
  public void settle() {
    settled.incrementAndGet();
  }

  @Override
  public @Nullable LibraryCounts counts() {
    return counts.poll();
  }

  @Override
  public void close() {}

  private final class FakeSession implements Session {
    @Override
    public void run(Choice choice) throws IOException {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        throw Interruption.of(e);
      }
      if (failure != null) {
        throw failure;
      }
      transactions.incrementAndGet();
    }

    @Override
    public void close() {
      openSessions.decrementAndGet();
    }
  }
}
