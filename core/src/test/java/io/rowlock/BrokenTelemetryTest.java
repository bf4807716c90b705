package io.rowlock;

import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.simulation.Interceptor;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever telemetry throws, and wherever, the outcome of a transaction is the same, and its caller
 * gets it.
 */
class BrokenTelemetryTest {

  private static final TransactionSettings TRANSFER = TransactionSettings.named("transfer");

  private SimulatedTransactions transactions;
  private int attempts;

  static Stream<Named<Supplier<Throwable>>> failures() {
    return Stream.of(
        Named.of("exception", () -> new IllegalStateException("processor")),
        Named.of("error", () -> new NoClassDefFoundError("processor")));
  }

  /** One use of a manager whose result must not depend on telemetry. */
  private interface Scene {
    void play() throws Exception;
  }

  @ParameterizedTest
  @MethodSource("failures")
  void blockingCall(Supplier<Throwable> failure) throws Exception {
    everywhere(
        failure,
        () -> {
          assertThat(transactions.loop().call(TRANSFER, this::transfer)).isEqualTo("done");
          assertCommitted();
        });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void asynchronousCall(Supplier<Throwable> failure) throws Exception {
    everywhere(
        failure,
        () -> {
          assertThat(transactions.loop().callAsync(TRANSFER, this::transferAsync))
              .isCompletedWithValue("done");
          assertCommitted();
        });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void transactionByHand(Supplier<Throwable> failure) throws Exception {
    everywhere(
        failure,
        () -> {
          try (Transaction tx = transactions.begin(TRANSFER)) {
            write(tx, "c", "1");
            tx.commit();
          }
          assertCommitted();
        });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failureOfTheUsersOwn(Supplier<Throwable> failure) throws Exception {
    ArithmeticException own = new ArithmeticException("user's own");
    everywhere(
        failure,
        () -> {
          assertThatThrownBy(
                  () ->
                      transactions
                          .loop()
                          .call(
                              TRANSFER,
                              tx -> {
                                write(tx, "c", "1");
                                throw own;
                              }))
              .isSameAs(own);
          assertThat(transactions.stored("c")).isNull();
          assertThat(transactions.counted().failed()).isEqualTo(1);
        });
  }

  /** Conflicts once. */
  private String transfer(Transaction tx) throws IOException {
    String old = read(tx, "a");
    if (attempts++ == 0) {
      transactions.anotherProcess().overwrite("a", "theirs");
    }
    write(tx, "a", old + "mine");
    write(tx, "c", "1");
    return "done";
  }

  private CompletableFuture<String> transferAsync(Transaction tx) throws IOException {
    return CompletableFuture.completedFuture(transfer(tx));
  }

  private void assertCommitted() {
    assertThat(transactions.stored("c")).isEqualTo("1");
    assertThat(transactions.counted().failed()).isZero();
    assertThat(transactions.counted().committed()).isEqualTo(1);
  }

  /** Runs the scene with every single call failing, and with all of them from there on. */
  private void everywhere(Supplier<Throwable> failure, Scene scene) throws Exception {
    int calls = play(scene, failure, call -> false);
    assertThat(calls).isGreaterThan(50);
    for (int i = 0; i < calls; i++) {
      int failing = i;
      play(scene, failure, call -> call == failing);
      play(scene, failure, call -> call >= failing);
    }
  }

  private int play(Scene scene, Supplier<Throwable> failure, IntPredicate fails) throws Exception {
    BrokenTelemetry broken = new BrokenTelemetry(new Watched().openTelemetry, fails, failure);
    attempts = 0;
    transactions =
        new SimulatedTransactions(Interceptor.NONE, broken.openTelemetry, Duration.ofNanos(1));
    scene.play();
    return broken.calls();
  }
}
