package io.rowlock;

import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.recovery.RecoveryObserver.Recovery;
import io.rowlock.internal.telemetry.Telemetry;
import io.rowlock.simulation.Interceptor;
import java.io.IOException;
import java.time.Duration;

/** Transactions of every kind in telemetry, and what telemetry has recorded. */
final class SampleTransactions {

  static final TransactionSettings TRANSFER = TransactionSettings.named("transfer");

  final Watched watched = new Watched();
  final SimulatedTransactions transactions =
      new SimulatedTransactions(Interceptor.NONE, watched.openTelemetry, Duration.ZERO);

  /** Runs all of them, so that everything that can be recorded is. */
  void everything() throws IOException {
    transfer();
    retried();
    failureIsReportedOnce();
    losesAtEveryAttempt();
    new Telemetry(watched.openTelemetry, transactions.time, Duration.ZERO)
        .recovered(Recovery.ROLLED_BACK);
  }

  private void failureIsReportedOnce() {
    assertThatThrownBy(() -> transactions.loop().call(TRANSFER, tx -> read(tx, "")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void run(TransactionWork<String, IOException> work) throws IOException {
    var unused = transactions.loop().call(TRANSFER, work);
  }

  /** Loses until it locks its rows, and then commits. */
  private void losesAtEveryAttempt() throws IOException {
    int[] attempts = {0};
    run(
        tx -> {
          String old = read(tx, "a");
          read(tx, "b");
          if (++attempts[0] < 4) {
            transactions.overwrite("a", "theirs " + attempts[0]);
          }
          write(tx, "a", old + attempts[0]);
          return old;
        });
    assertThat(attempts[0]).isEqualTo(4);
  }

  /** Reads one row and writes others, so that it has every phase. */
  void transfer() throws IOException {
    run(
        tx -> {
          read(tx, "a");
          read(tx, "b");
          write(tx, "a", "1");
          write(tx, "c", "1");
          return "done";
        });
    assertThat(transactions.stored("c")).isEqualTo("1");
  }

  void retried() throws IOException {
    int[] attempts = {0};
    run(
        tx -> {
          String old = read(tx, "a");
          if (attempts[0]++ == 0) {
            transactions.overwrite("a", "theirs");
          }
          write(tx, "a", old + "mine");
          return old;
        });
  }
}
