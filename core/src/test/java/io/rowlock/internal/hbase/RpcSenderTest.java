package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.Environment;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class RpcSenderTest {

  private static final ServerName ONE = ServerName.valueOf("one", 1, 1);
  private static final ServerName ONE_RESTARTED = ServerName.valueOf("one", 1, 2);
  private static final ServerName OTHER = ServerName.valueOf("other", 1, 1);

  private final VirtualTime time = new VirtualTime();
  private final RpcSender sender = sender(Duration.ofSeconds(70), time.environment(1));
  private final List<CompletableFuture<String>> sent = new ArrayList<>();

  private static RpcSender sender(Duration patience, Environment environment) {
    return new RpcSender(
        new RpcSender.Limiter(2, patience, environment), new RpcCounter(), ContextPropagator.NONE);
  }

  @Test
  void holdsBackWhatExceedsTheLimit() {
    submit(ONE, 3);
    assertThat(sent).hasSize(2);

    sent.get(0).complete("answer");

    assertThat(sent).hasSize(3);
  }

  @Test
  void countsServersApartButNotTheirRestarts() {
    submit(ONE, 2);
    submit(OTHER, 2);
    assertThat(sent).hasSize(4);

    submit(ONE_RESTARTED, 1);

    assertThat(sent).hasSize(4);
  }

  @Test
  void servesInTheOrderOfArrival() {
    submit(ONE, 2);
    List<String> order = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      var unused =
          sender.send(
              ONE,
              () -> {
                order.add(name);
                return CompletableFuture.completedFuture(name);
              });
    }

    sent.get(1).complete("answer");

    assertThat(order).containsExactly("a", "b", "c");
  }

  @Test
  void requestWithAPlaceDoesNotWaitForOtherWorkOfTheThread() {
    submit(ONE, 2);
    submit(OTHER, 1);
    List<Boolean> isAnswered = new ArrayList<>();
    List<CompletableFuture<String>> behind = new ArrayList<>();
    var unused =
        sender
            .send(ONE, () -> CompletableFuture.completedFuture("at once"))
            .thenCompose(first -> sender.send(OTHER, () -> refusedAheadOfOne(behind)))
            .whenComplete((none, refused) -> isAnswered.add(behind.get(0).isDone()));

    sent.get(0).complete("answer");

    assertThat(isAnswered).containsExactly(true);
  }

  private CompletableFuture<String> refusedAheadOfOne(List<CompletableFuture<String>> behind) {
    behind.add(sender.send(OTHER, () -> CompletableFuture.completedFuture("behind")));
    return CompletableFuture.failedFuture(new NotSentException("at once"));
  }

  @Test
  void failureAndThrowGiveThePlaceBack() {
    submit(ONE, 2);
    CompletableFuture<String> thrown =
        sender.send(
            ONE,
            () -> {
              throw new IllegalStateException("not sent");
            });
    submit(ONE, 1);

    sent.get(0).completeExceptionally(new IllegalStateException("lost"));

    assertThat(thrown).isCompletedExceptionally();
    assertThat(sent).hasSize(3);
  }

  @Test
  void errorGivesThePlaceBack() {
    submit(ONE, 2);
    CompletableFuture<String> queued =
        sender.send(
            ONE,
            () -> {
              throw new StackOverflowError("in a queue");
            });
    submit(ONE, 1);
    sent.get(0).complete("answer");
    assertThat(queued).isCompletedExceptionally();
    assertThat(sent).as("the place of the one that failed").hasSize(3);

    sent.get(1).complete("answer");
    CompletableFuture<String> atOnce =
        sender.send(
            ONE,
            () -> {
              throw new StackOverflowError("not queued");
            });
    submit(ONE, 1);
    assertThat(atOnce).isCompletedExceptionally();
    assertThat(sent).hasSize(4);
  }

  @Test
  void errorAfterTheSendingGivesThePlaceBack() {
    submit(ONE, 1);
    CompletableFuture<String> unattended = sender.send(ONE, Unattended::new);
    submit(ONE, 1);

    assertThat(unattended).isCompletedExceptionally();
    assertThat(sent).hasSize(2);
  }

  /** No code can wait for it, as if memory ran out. */
  private static final class Unattended extends CompletableFuture<String> {

    @Override
    public CompletableFuture<String> whenComplete(
        BiConsumer<? super String, ? super Throwable> action) {
      throw new StackOverflowError("Simulated");
    }
  }

  @Test
  void rpcThatHBaseLosesFailsAndGivesItsPlaceBack() {
    CompletableFuture<String> lost = sender.send(ONE, CompletableFuture::new);
    time.advance(Duration.ofSeconds(40));
    submit(ONE, 2);
    time.advance(Duration.ofSeconds(29));
    assertThat(lost).isNotDone();
    assertThat(sent).hasSize(1);

    time.advance(Duration.ofSeconds(1));
    assertThat(lost)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("HBase's client has not answered a request for PT1M10S");
    assertThat(sent).as("the place is free").hasSize(2);
    assertThat(sent.get(0)).as("sent later").isNotDone();

    time.advance(Duration.ofSeconds(40));
    assertThat(sent.get(0)).isCompletedExceptionally();
    time.advance(Duration.ofSeconds(70));
    submit(ONE, 3);
    assertThat(sent).as("all places are free").hasSize(4);
  }

  @Test
  void longScanLivesAsLongAsItAsksTheServer() {
    AtomicLong rpcs = new AtomicLong();
    CompletableFuture<String> scan = sender.sendUncounted(ONE, CompletableFuture::new, rpcs::get);
    for (int i = 0; i < 5; i++) {
      rpcs.incrementAndGet();
      time.advance(Duration.ofSeconds(70));
    }
    assertThat(scan).isNotDone();

    time.advance(Duration.ofSeconds(70));
    assertThat(scan).isCompletedExceptionally();
  }

  @Test
  void rpcThatIsBeingSentForLongDoesNotOccupyTheTimer() {
    CompletableFuture<String> lost = sender.send(ONE, CompletableFuture::new);
    CompletableFuture<String> slow =
        sender.send(
            ONE,
            () -> {
              time.advance(Duration.ofSeconds(200));
              return new CompletableFuture<>();
            });
    assertThat(lost).isCompletedExceptionally();
    assertThat(slow).isNotDone();

    time.advance(Duration.ofSeconds(140));
    assertThat(slow).isCompletedExceptionally();
  }

  @Test
  void answeredRpcIsNotWatched() {
    submit(ONE, 1);
    sent.get(0).complete("answer");
    time.advance(Duration.ofSeconds(70));
    assertThat(sent.get(0)).isCompletedWithValue("answer");
  }

  @Test
  void rpcUnderWayFailsWhenTheClientIsClosed() {
    TimerScheduler timer = new TimerScheduler(Runnable::run);
    RpcSender closing =
        sender(
            Duration.ofDays(1), new Environment(new SystemClock(), timer, new Random(1)::nextLong));
    List<CompletableFuture<String>> rpcs = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      rpcs.add(closing.send(ONE, CompletableFuture::new));
    }
    timer.close();
    assertThat(rpcs).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(rpcs.get(1))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("The client was closed");
    assertThat(rpcs.get(2))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(NotSentException.class);

    assertThat(closing.send(ONE, () -> CompletableFuture.completedFuture("unsent")))
        .isCompletedExceptionally();
  }

  @Test
  void longQueueThatFailsAtOnceDoesNotOverflowTheStack() {
    submit(ONE, 2);
    List<CompletableFuture<String>> failing = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      failing.add(
          sender.send(
              ONE, () -> CompletableFuture.failedFuture(new IllegalStateException("down"))));
    }

    sent.get(0).complete("answer");

    assertThat(failing).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void longQueueOfSubmittersThatSubmitAgainDoesNotOverflowTheStack() {
    submit(ONE, 2);
    CompletableFuture<String> last = new CompletableFuture<>();
    var unused = again(20_000).whenComplete((value, fault) -> last.complete("done"));

    sent.get(0).complete("answer");

    assertThat(last).isCompletedWithValue("done");
  }

  private CompletableFuture<String> again(int times) {
    CompletableFuture<String> end = new CompletableFuture<>();
    submitAgain(times, end);
    return end;
  }

  private void submitAgain(int times, CompletableFuture<String> end) {
    var unused =
        sender
            .send(ONE, () -> CompletableFuture.completedFuture("at once"))
            .whenComplete(
                (value, fault) -> {
                  if (times == 0) {
                    end.complete(value);
                  } else {
                    submitAgain(times - 1, end);
                  }
                });
  }

  private void submit(ServerName server, int count) {
    for (int i = 0; i < count; i++) {
      var unused =
          sender.send(
              server,
              () -> {
                CompletableFuture<String> rpc = new CompletableFuture<>();
                sent.add(rpc);
                return rpc;
              });
    }
  }
}
