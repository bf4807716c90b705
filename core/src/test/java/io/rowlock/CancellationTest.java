package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.Script;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A future is cancelled only if nothing is committed, and then nothing ever is. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class CancellationTest {

  private static final TransactionSettings DEFAULTS = TransactionSettings.ofDefaults();

  private final Script script = new Script();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
  private final SimulatedTransactions simulated =
      SimulatedTransactions.inStandingTime(script, RowlockOptions.ofDefaults());
  private final List<Transaction> attempts = new ArrayList<>();

  private CompletableFuture<String> put(String row) {
    return simulated
        .loop()
        .callAsync(
            DEFAULTS,
            tx -> {
              attempts.add(tx);
              Put put = new Put(bytes(row)).addColumn(FAMILY, QUALIFIER, bytes("1"));
              return tx.asyncTable(TABLE).put(put).thenApply(done -> "done");
            });
  }

  @Test
  void endsTheCallsUnderWayAndRollsBack() throws IOException {
    script.read(1, never -> {});
    List<CompletableFuture<Result>> reads = new ArrayList<>();
    CompletableFuture<Result> call =
        simulated
            .loop()
            .callAsync(
                DEFAULTS,
                tx -> {
                  attempts.add(tx);
                  write(tx, "b", "1");
                  reads.add(tx.asyncTable(TABLE).get(new Get(bytes("a"))));
                  return reads.get(0);
                });
    assertThat(call.cancel(true)).isTrue();
    assertThat(call.cancel(true)).isTrue();
    assertThat(call).isCancelled();
    assertThatThrownBy(reads.get(0)::join)
        .hasCauseInstanceOf(NotCommittedException.class)
        .hasMessageContaining("Not committed: its future was cancelled");
    assertThatThrownBy(() -> write(attempts.get(0), "a", "1"))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("its future was cancelled");
    simulated.time.runUntilIdle();
    assertThat(attempts).hasSize(1);
    assertThat(simulated.stored("b")).isNull();
    assertThat(simulated.counted().failed()).isEqualTo(1);
  }

  @Test
  void workThatNeverEndsIsLeftBehind() {
    CompletableFuture<String> call =
        simulated.loop().callAsync(DEFAULTS, tx -> new CompletableFuture<>());
    assertThat(call.cancel(false)).isTrue();
    assertThat(simulated.counted().failed()).isEqualTo(1);
  }

  /** The last moment: all rows are locked, and the request that commits is next. */
  @Test
  void stopsACommitThatHasNotTakenEffect() throws IOException {
    script.write(1, held::add);
    CompletableFuture<String> call =
        simulated
            .loop()
            .callAsync(
                DEFAULTS,
                tx -> {
                  String nothing = read(tx, "c");
                  write(tx, "a", nothing + "1");
                  write(tx, "b", nothing + "1");
                  return CompletableFuture.completedFuture("unused");
                });
    assertThat(held).hasSize(1);
    assertThat(call.cancel(true)).isTrue();
    held.forEach(PendingCall::deliver);
    simulated.time.runUntilIdle();
    assertThat(simulated.stored("a")).isNull();
    simulated.overwrite("a", "2");
    assertThat(simulated.counted().committed()).isEqualTo(1); // the other one
  }

  @Test
  void commitThatIsTakingEffectReportsItsOutcome() {
    script.write(1, held::add);
    CompletableFuture<String> call = put("a");
    assertThat(call.cancel(true)).isFalse();
    assertThat(call).isNotDone();
    held.forEach(PendingCall::deliver);
    assertThat(call).isCompletedWithValue("done");
    assertThat(call.cancel(true)).isFalse();
    assertThat(simulated.stored("a")).isEqualTo("1");
  }

  @Test
  void commitThatFailedAfterAllIsCancelledAndNotRepeated() {
    script.write(1, held::add);
    CompletableFuture<String> call =
        simulated
            .loop()
            .callAsync(
                DEFAULTS,
                tx -> {
                  attempts.add(tx);
                  String old = read(tx, "a");
                  write(tx, "a", old + "1");
                  return CompletableFuture.completedFuture("unused");
                });
    assertThat(call.cancel(true)).isFalse();
    simulated.anotherProcess().overwrite("a", "2");
    held.forEach(PendingCall::deliver);
    assertThat(call).isCancelled();
    simulated.time.runUntilIdle();
    assertThat(attempts).hasSize(1);
    assertThat(simulated.stored("a")).isEqualTo("2");
  }

  /** A blind write that loses a race is committed again by itself, unless it is cancelled. */
  @Test
  void lostRaceIsNotRunAgain() {
    script.write(1, held::add);
    CompletableFuture<String> call = put("a");
    assertThat(call.cancel(true)).isFalse();
    simulated.anotherProcess().overwrite("a", "2");
    held.forEach(PendingCall::deliver);
    simulated.time.runUntilIdle();
    assertThatThrownBy(call::join).isInstanceOf(CancellationException.class);
    assertThat(simulated.stored("a")).isEqualTo("2");
  }

  @Test
  void completingTheFutureEndsTheTransaction() {
    script.read(1, never -> {});
    CompletableFuture<String> call =
        simulated
            .loop()
            .callAsync(
                DEFAULTS,
                tx -> {
                  attempts.add(tx);
                  return tx.asyncTable(TABLE).get(new Get(bytes("a"))).thenApply(found -> "unused");
                });
    assertThat(call.completeExceptionally(new IllegalStateException("enough"))).isTrue();
    assertThatThrownBy(() -> read(attempts.get(0), "a"))
        .hasMessageContaining("its future was cancelled");
  }

  @Test
  void whatHangsOnItIsCancelledAlone() {
    script.write(1, held::add);
    CompletableFuture<String> call = put("a");
    assertThat(call.thenApply(done -> done).cancel(true)).isTrue();
    held.forEach(PendingCall::deliver);
    assertThat(call).isCompletedWithValue("done");
  }

  @Test
  void commitOfATransactionByHand() throws IOException {
    script.write(1, held::add);
    Transaction late = simulated.begin();
    write(late, "a", "1");
    CompletableFuture<Void> commit = late.commitAsync();
    assertThat(commit.cancel(true)).isFalse();
    held.forEach(PendingCall::deliver);
    assertThat(commit).isCompleted();

    script.write(2, held::add);
    Transaction inTime = simulated.begin();
    String one = read(inTime, "a");
    write(inTime, "b", one);
    write(inTime, "c", one);
    CompletableFuture<Void> stopped = inTime.commitAsync();
    assertThat(stopped.cancel(true)).isTrue();
    held.forEach(PendingCall::deliver);
    simulated.time.runUntilIdle();
    assertThat(simulated.stored("b")).isNull();
    assertThatThrownBy(() -> read(inTime, "a")).hasMessageContaining("its future was cancelled");
  }
}
