package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One request of a lane is under way at a time, and keeps its place for 50 milliseconds. */
class LanesTest {

  private final Queue<Sent> sent = new ArrayDeque<>();
  private final VirtualTime time = new VirtualTime();
  private final Timer timer = new Timer();
  private final BreakingClock clock = new BreakingClock();
  private final Requests requests = new Requests();

  private @Nullable Error breaksSending;
  private @Nullable Error breaksChoice;
  private @Nullable Error breaksClock;

  private record Sent(String items, CompletableFuture<Void> answer) {}

  private final class Requests extends Lanes<String, String> {

    Requests() {
      super(
          1,
          Duration.ofMillis(50),
          new Environment(clock, timer, new SplittableRandom(1)::nextLong));
    }

    @Override
    protected List<String> choose(Iterable<String> waiting) {
      if (breaksChoice != null) {
        throw breaksChoice;
      }
      List<String> all = new ArrayList<>();
      waiting.forEach(all::add);
      all.removeIf(item -> item.startsWith("later") && all.indexOf(item) > 0);
      return all;
    }

    @Override
    protected CompletableFuture<?> send(String lane, List<String> items) {
      if (breaksSending != null) {
        throw breaksSending;
      }
      Sent request = new Sent(String.join("+", items), new CompletableFuture<>());
      sent.add(request);
      return request.answer();
    }
  }

  private final class BreakingClock implements Clock {

    @Override
    public long currentMillis() {
      return time.currentMillis();
    }

    @Override
    public long monotonicNanos() {
      if (breaksClock != null) {
        throw breaksClock;
      }
      return time.monotonicNanos();
    }
  }

  /** Runs what waits when it closes, and takes nothing afterwards. */
  private final class Timer implements Scheduler {

    private final List<Runnable> tasks = new ArrayList<>();
    private boolean isClosed;

    @Override
    public void schedule(Duration delay, Runnable task) {
      if (isClosed) {
        throw new RejectedExecutionException("closed");
      }
      tasks.add(task);
      time.schedule(delay, task);
    }

    void close() {
      isClosed = true;
      List.copyOf(tasks).forEach(Runnable::run);
    }
  }

  @Test
  void requestsThatAreNeverAnsweredKeepTheirPlacesForAWhileOnly() {
    submit("a", "b");
    time.advance(Duration.ofMillis(51));
    assertThat(underWay()).containsExactly("a", "b");
    submit("c", "d");
    time.advance(Duration.ofMillis(51));
    assertThat(underWay()).containsExactly("a", "b", "c+d");
  }

  @Test
  void lateAnswerFreesNoOtherPlace() {
    submit("a", "b");
    time.advance(Duration.ofMillis(51));
    answerNext();
    submit("c");
    assertThat(underWay()).containsExactly("b");
    answerNext();
    assertThat(underWay()).containsExactly("c");
  }

  @Test
  void failedRequestFreesItsPlace() {
    submit("a", "b");
    sent.remove().answer().completeExceptionally(new IllegalStateException("failed"));
    assertThat(underWay()).containsExactly("b");
  }

  @Test
  void errorWhileAnItemIsSentFreesThePlace() {
    breaksSending = new StackOverflowError("while it was sent");
    assertThatThrownBy(() -> submit("a")).isSameAs(breaksSending);
    breaksSending = null;
    submit("b");
    assertThat(underWay()).containsExactly("b");
  }

  @Test
  void errorWhileItemsThatWaitedAreSentFreesThePlace() {
    submit("a", "b");
    breaksSending = new StackOverflowError("while it was sent");
    answerNext();
    breaksSending = null;
    submit("c");
    assertThat(underWay()).containsExactly("c");
  }

  @Test
  void itemsThatAreNotChosenLeaveLaterInTheirOrder() {
    submit("a", "b", "later1", "c", "later2");
    answerNext();
    assertThat(underWay()).containsExactly("b+c");
    answerNext();
    assertThat(underWay()).containsExactly("later1");
    answerNext();
    assertThat(underWay()).containsExactly("later2");
  }

  @Test
  void errorWhileItemsAreChosenLosesNone() {
    submit("a", "b", "c", "d");
    breaksChoice = new StackOverflowError("while items were chosen");
    answerNext();
    assertThat(underWay()).containsExactly("b");
    breaksChoice = null;
    answerNext();
    assertThat(underWay()).containsExactly("c+d");
  }

  @Test
  void errorBeforeChosenItemsLeaveLosesNone() {
    submit("a", "b", "c");
    breaksClock = new StackOverflowError("before they left");
    answerNext();
    breaksClock = null;
    time.advance(Duration.ofMillis(51));
    submit("d");
    answerNext();
    assertThat(underWay()).containsExactly("b+c");
  }

  @Test
  void laneThatBecomesBusyAgainIsWatchedOnce() {
    submit("a", "b");
    answerNext();
    answerNext();
    time.advance(Duration.ofMillis(25));
    submit("c", "d");
    time.advance(Duration.ofMillis(40)); // the look at the former requests is over
    assertThat(underWay()).containsExactly("c");
    assertThat(timer.tasks).hasSize(2);
    time.advance(Duration.ofMillis(10));
    assertThat(underWay()).containsExactly("c", "d");
  }

  @Test
  void idleLanesAreForgotten() {
    submit("a", "b");
    requests.submit("other lane", "c");
    answerNext();
    answerNext();
    answerNext();
    assertThat(requests.lanes).as("a watched lane").containsOnlyKeys("lane");
    time.advance(Duration.ofMillis(50));
    assertThat(requests.lanes).isEmpty();
  }

  @Test
  void closingFreesWhatWaits() {
    submit("a", "b");
    timer.close();
    assertThat(underWay()).containsExactly("a", "b");
  }

  @Test
  void nothingWaitsAfterClosing() {
    timer.close();
    submit("a", "b", "c");
    assertThat(underWay()).containsExactly("a", "b", "c");
  }

  private void submit(String... items) {
    for (String item : items) {
      requests.submit("lane", item);
    }
  }

  private List<String> underWay() {
    return sent.stream().map(Sent::items).toList();
  }

  private void answerNext() {
    sent.remove().answer().complete(null);
  }
}
