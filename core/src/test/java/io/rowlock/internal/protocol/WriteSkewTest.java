package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two transactions that each read what the other one writes: at most one may commit. */
class WriteSkewTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final ScriptedClient rival = fixture.client();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c")) {
      fixture.commit(row, "old");
    }
  }

  /**
   * Mistake 6: if a row that must be validated were written directly, the other validation would
   * meet no lock, and both would commit. Mistake 3: the same if the lock were not waited for.
   */
  @ParameterizedTest
  @ValueSource(strings = {"a PREWRITTEN", "a STABLE+data"})
  void notBothCommitWhereverTheyMeet(String meeting) {
    ScriptedTransaction first = readingAndWriting(client, "b", "a");
    ScriptedTransaction second = readingAndWriting(rival, "a", "b");
    List<@Nullable Kind> outcomes = new ArrayList<>();
    client.traffic.onWrite(
        meeting,
        call -> {
          outcomes.add(outcomeOf(second));
          call.deliver();
        });

    outcomes.add(outcomeOf(first));

    assertThat(outcomes).hasSize(2).containsOnlyOnce((Kind) null).contains(Kind.CONFLICT);
  }

  /** Both hold their locks before either validates: the older one waits, the younger gives way. */
  @Test
  void olderTransactionGetsThrough() {
    ScriptedTransaction older = readingAndWriting(client, "b", "a");
    fixture.time.advance(Duration.ofMillis(5));
    ScriptedTransaction younger = readingAndWriting(rival, "a", "b");
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    rival.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          WriteOutcome unused = call.execute();
          held.add(call);
        });

    CompletableFuture<Void> youngerCommit = younger.start();
    CompletableFuture<Void> olderCommit = older.start();
    assertThat(olderCommit).as("waits for the younger one's lock").isNotDone();
    held.get(0).deliver();
    fixture.await(olderCommit);

    assertThat(youngerCommit).isCompletedExceptionally();
    fixture.assertStable("a", "oldT");
    fixture.runUntilIdle();
    fixture.assertStable("b", "old");
  }

  /**
   * Mistake 3 in a transaction that only reads: the holder of c may have passed its own validation,
   * so the state below its lock is not reliable.
   */
  @Test
  void readOnlyTransactionWaitsForUndecidedRows() {
    ScriptedTransaction reader = client.begin();
    reader.get("b");
    reader.get("c");
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    rival.traffic.onWrite("b COMMITTED+data", held::add);
    CompletableFuture<Void> rivalCommit = rival.begin().put("b", "new").put("c", "new").start();

    CompletableFuture<Void> commit = reader.start();
    fixture.time.advance(Duration.ofMillis(100));
    assertThat(commit).isNotDone();

    held.get(0).deliver();
    assertThat(rivalCommit).isCompleted();
    fixture.time.advance(Duration.ofMillis(100));
    assertThat(commit).isCompletedExceptionally();
  }

  /** Mistake 3: the owner's commit point comes between the reader's two reads. */
  @Test
  void readOnlyTransactionNeverSeesHalfOfAnother() {
    ScriptedTransaction reader = client.begin();
    assertThat(reader.get("b")).isEqualTo("old");
    rival.begin().put("b", "new").put("c", "new").commit();
    assertThat(reader.get("c")).isEqualTo("new");

    assertThat(failureOf(reader).isConflict()).isTrue();
  }

  private static ScriptedTransaction readingAndWriting(
      ScriptedClient owner, String read, String written) {
    ScriptedTransaction tx = owner.begin();
    tx.get(read);
    return tx.update(written, "T");
  }

  private static @Nullable Kind outcomeOf(ScriptedTransaction tx) {
    try {
      tx.commit();
      return null;
    } catch (ProtocolFailure e) {
      return e.kind();
    }
  }
}
