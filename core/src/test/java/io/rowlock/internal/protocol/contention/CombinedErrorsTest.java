package io.rowlock.internal.protocol.contention;

import static io.rowlock.internal.protocol.ProtocolFixture.SETTINGS;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.lock.FactsAge;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An error of the virtual machine breaks a combined commit off, and leaves anything behind. */
class CombinedErrorsTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client(SETTINGS);
  private final List<Member> members = new ArrayList<>();
  private final List<PendingCall<RowRead, StoredRow>> reads = new ArrayList<>();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> writes = new ArrayList<>();
  private final RowQueue queue = new RowQueue(client.environment, Duration.ofSeconds(1), 7);
  private final RowTurn turn = new RowTurn(queue, List.of(key("a")), null, OptionalLong.empty());
  private int attempts;

  @BeforeEach
  void takeTheTurn() {
    fixture.commit("a", "old");
    assertThat(queue.take(turn)).isCompleted();
    members.add(append("1"));
    members.add(append("2"));
  }

  private Member append(String suffix) {
    return Member.of(
        client
            .begin()
            .append("a", suffix)
            .request(TransactionObserver.NONE, new CommitGate())
            .with(turn));
  }

  private Combination both() {
    TableCatalog tables =
        new TableCatalog(client.store, client.environment.clock(), FactsAge.DEFAULT);
    assertThat(tables.facts(TABLE)).isCompleted();
    KeptVersions kept = new KeptVersions(tables);
    Combination both = new Combination(members.get(0), client.environment.random(), kept);
    assertThat(both.take(members.get(1))).isTrue();
    return both;
  }

  private void run(
      BooleanSupplier isTurnOver, Function<CommitRequest, CompletableFuture<Void>> commit) {
    CombinedCommit combined = new CombinedCommit(turn, isTurnOver, commit, this::commit);
    CompletableFuture<Void> run = combined.run(both());
    fixture.runUntilIdle();
    assertThat(run).isCompletedWithValue(null);
  }

  private CompletableFuture<Void> commit(CommitRequest request) {
    return client.protocol.commit(request, turn);
  }

  /** Breaks off after the first attempt has sent its first request. */
  private CompletableFuture<Void> breakOff(CommitRequest request) {
    CompletableFuture<Void> begun = commit(request);
    attempts++;
    if (attempts == 1) {
      throw new StackOverflowError("Simulated");
    }
    return begun;
  }

  @Test
  void whatIsLeftBehindDoesNotCommitAfterTheMembersHave() {
    client.traffic.onRead("a", reads::add);
    run(() -> false, this::breakOff);
    assertThat(members).allSatisfy(one -> assertThat(one.outcome()).isCompletedWithValue(null));
    assertThat(fixture.value("a")).isEqualTo("old12");

    assertThat(reads).hasSize(1);
    reads.forEach(PendingCall::deliver);
    fixture.runUntilIdle();
    assertThat(fixture.value("a")).isEqualTo("old12");
  }

  @Test
  void whatMayHaveCommittedIsUnknownToAllAndNotRepeated() {
    client.traffic.onWrite("a STABLE+data", writes::add);
    run(() -> false, this::breakOff);
    assertThat(attempts).isEqualTo(1);
    assertThat(members)
        .extracting(CombinedErrorsTest::failureOf)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOfSatisfying(
                        ProtocolFailure.class,
                        known ->
                            assertThat(known.kind())
                                .isEqualTo(ProtocolFailure.Kind.OUTCOME_UNKNOWN)));

    assertThat(writes).hasSize(1);
    writes.forEach(PendingCall::deliver);
    fixture.runUntilIdle();
    assertThat(fixture.value("a")).isEqualTo("old12");
  }

  @Test
  void anErrorBetweenTheStepsIsTheFailureOfAllThatHaveNone() {
    Error broken = new OutOfMemoryError("Simulated");
    run(
        () -> {
          throw broken;
        },
        this::breakOffUnsent);
    assertThat(members).extracting(CombinedErrorsTest::failureOf).containsOnly(broken);
    assertThat(fixture.value("a")).isEqualTo("old");
  }

  private CompletableFuture<Void> breakOffUnsent(CommitRequest unsent) {
    return CompletableFuture.failedFuture(new StackOverflowError("Simulated"));
  }

  private static Throwable failureOf(Member member) {
    assertThat(member.outcome()).isCompletedExceptionally();
    return Async.unwrap(member.outcome().handle((done, failure) -> failure).join());
  }
}
