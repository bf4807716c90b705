package io.rowlock.internal.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.simulation.BrokenLog;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BackgroundWorkTest {

  private final BackgroundWork background = new BackgroundWork(2);
  private final CompletableFuture<Void> first = new CompletableFuture<>();
  private final CompletableFuture<Void> second = new CompletableFuture<>();

  @Test
  void futureCompletesWithTheWork() {
    CompletableFuture<Void> done = background.begin().end(first);
    assertThat(done).isNotDone();

    first.complete(null);
    assertThat(done).isCompleted();
  }

  @Test
  void failuresStayInside() {
    CompletableFuture<Void> failed =
        background.begin().end(CompletableFuture.failedFuture(new IllegalStateException("later")));

    assertThat(failed).isCompleted();
    assertThat(background.idle()).isCompleted();
    assertThat(background.isFull()).isFalse();
  }

  /** Otherwise the background would count as busy for ever. */
  @Test
  void brokenLogKeepsNothingOutstanding() {
    try (BrokenLog log = new BrokenLog(BackgroundWork.class)) {
      CompletableFuture<Void> failed =
          background.begin().end(CompletableFuture.failedFuture(new IllegalStateException("lost")));
      assertThat(log.events()).isPositive();
      assertThat(failed).isCompleted();
    }
    assertThat(background.idle()).isCompleted();
  }

  @Test
  void errorsStayInsideToo() {
    CompletableFuture<Void> failed =
        background.begin().end(CompletableFuture.failedFuture(new StackOverflowError("deep")));

    assertThat(failed).isCompleted();
    assertThat(background.idle()).isCompleted();
  }

  @Test
  void fullAtTheLimitUntilSomethingIsDone() {
    CompletableFuture<Void> one = background.begin().end(first);
    assertThat(background.isFull()).isFalse();
    CompletableFuture<Void> other = background.begin().end(second);
    assertThat(background.isFull()).isTrue();

    second.complete(null);
    assertThat(background.isFull()).isFalse();
    assertThat(one).isNotDone();
    assertThat(other).isCompleted();
  }

  /** The limit makes committers wait; work that must be done is never turned away. */
  @Test
  void moreThanTheLimitIsTaken() {
    for (int i = 0; i < 5; i++) {
      assertThat(background.begin().end(first)).isNotDone();
    }
    first.complete(null);

    assertThat(background.isFull()).isFalse();
    assertThat(background.idle()).isCompleted();
  }

  /** A drain must not miss work that is just starting. */
  @Test
  void busyBeforeTheWorkStarts() {
    BackgroundWork begun = background.begin();
    CompletableFuture<Void> idle = background.idle();
    assertThat(idle).isNotDone();

    CompletableFuture<Void> done = begun.end(first);
    first.complete(null);
    assertThat(CompletableFuture.allOf(done, idle)).isCompleted();
  }

  @Test
  void idleAtOnceWhenNothingIsOutstanding() {
    assertThat(background.idle()).isCompleted();
  }

  @Test
  void idleWhenAllIsDone() {
    CompletableFuture<Void> one = background.begin().end(first);
    CompletableFuture<Void> other = background.begin().end(second);
    CompletableFuture<Void> idle = background.idle();

    first.complete(null);
    assertThat(idle).isNotDone();
    second.complete(null);
    assertThat(idle).isCompleted();
    assertThat(CompletableFuture.allOf(one, other)).isCompleted();
  }
}
