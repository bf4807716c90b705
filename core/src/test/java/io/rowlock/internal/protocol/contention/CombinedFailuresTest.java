package io.rowlock.internal.protocol.contention;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.SETTINGS;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.Hold;
import io.rowlock.internal.protocol.commit.RowWrite;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.junit.jupiter.api.Test;

/** One member of a combined commit fails, is slow, or breaks: the others do not suffer from it. */
class CombinedFailuresTest {

  private static final Duration LATE = Duration.ofMillis(100);

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
  private final List<PendingCall<RowRead, StoredRow>> slow = new ArrayList<>();

  /** Returns a client; the writes of the row that others wait for are held. */
  private ScriptedClient client(ProtocolSettings settings, String hotRow) {
    for (String row : List.of("a", "b", "d", "s", "z")) {
      fixture.commit(row, "old");
    }
    ScriptedClient client = fixture.client(settings);
    client.traffic.onWrite(hotRow + " STABLE+data", held::add);
    client.begin().append(hotRow, "0").launch();
    return client;
  }

  private void endTheTurn() {
    held.forEach(PendingCall::deliver);
  }

  @Test
  void anIoErrorAfterTheGateIsThatOfItsMemberOnly() {
    ScriptedClient client = client(SETTINGS, "a");
    CompletableFuture<Void> leader = client.begin().append("a", "1").start();
    CompletableFuture<Void> unlucky = client.begin().append("a", "2").append("b", "2").start();
    client.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          client.traffic.failReadsOf("b");
          LostMessage.request(call);
        });
    endTheTurn();
    fixture.runUntilIdle();

    assertThat(unlucky).isCompletedExceptionally();
    assertThat(leader).as("writes only a").isCompletedWithValue(null);
  }

  /** The locks of the combination would be in the way of what is left of it. */
  @Test
  void membersWaitForTheRollBackOfTheirCombination() {
    ScriptedClient client = client(SETTINGS, "z");
    CompletableFuture<Void> leader = client.begin().append("a", "1").append("z", "1").start();
    CommitGate gate = new CommitGate();
    CompletableFuture<Void> stopped = client.begin().append("a", "2").append("z", "2").start(gate);
    CompletableFuture<Void> last = client.begin().append("a", "3").append("z", "3").start();
    client.traffic.onWrite(
        "z PREWRITTEN",
        call -> {
          gate.shut(ProtocolFailure.timeout("too late"));
          call.deliver();
        });
    client.traffic.onWrite("~z STABLE", call -> fixture.time.schedule(LATE, call::deliver));
    endTheTurn();
    fixture.runUntilIdle();

    assertThat(stopped).isCompletedExceptionally();
    assertThat(List.of(leader, last)).allMatch(CompletableFuture::isDone);
    client.drain();
    fixture.assertStable("a", "old13");
    fixture.assertStable("z", "old013");
  }

  @Test
  void oneThatIsStoppedLeavesTheOthersTogether() {
    ScriptedClient client = client(SETTINGS, "a");
    CommitGate gate = new CommitGate();
    List<CompletableFuture<Void>> commits = new ArrayList<>();
    for (int i = 1; i < 20; i++) {
      commits.add(client.begin().append("a", "x").start(i == 7 ? gate : new CommitGate()));
    }
    client.traffic.onRead(
        "a",
        call -> {
          gate.shut(ProtocolFailure.timeout("too late"));
          call.deliver();
        });
    client.traffic.clear();
    endTheTurn();
    fixture.runUntilIdle();

    assertThat(commits.remove(6)).isCompletedExceptionally();
    assertThat(commits).allMatch(commit -> !commit.isCompletedExceptionally());
    assertThat(client.traffic.writes()).containsExactly("a STABLE+data");
    fixture.assertStable("a", "old0" + "x".repeat(18));
  }

  /** A client with a short timeout would fill the line with transactions that are over. */
  @Test
  void thoseThatWereStoppedInLineLeaveIt() {
    ScriptedClient client = client(SETTINGS, "a");
    client.begin().append("a", "1").launch();
    CommitGate gate = new CommitGate();
    List<CompletableFuture<Void>> stopped = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      stopped.add(client.begin().append("a", "x").start(gate));
    }
    gate.shut(ProtocolFailure.timeout("too late"));
    client.traffic.onRead("a", slow::add);
    endTheTurn();

    assertThat(slow).as("the next one has its turn").hasSize(1);
    assertThat(stopped).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void oneThatWasStoppedInLineReleasesTheRowsBefore() {
    ScriptedClient client = client(SETTINGS, "b");
    CompletableFuture<Void> second = client.begin().append("b", "1").start();
    CommitGate gate = new CommitGate();
    CompletableFuture<Void> stopped = client.begin().append("a", "2").append("b", "2").start(gate);
    gate.shut(ProtocolFailure.timeout("too late"));
    endTheTurn();
    client.drain();
    assertThat(second).isCompletedWithValue(null);
    assertThat(stopped).isCompletedExceptionally();

    assertThat(client.begin().append("a", "3").start()).as("the row is free").isCompleted();
  }

  @Test
  void oneThatIsRefusedCostsTheOthersAFewAttempts() {
    ScriptedClient client = client(SETTINGS, "a");
    List<CompletableFuture<Void>> commits = new ArrayList<>();
    for (int i = 1; i < 33; i++) {
      ScriptedTransaction next = client.begin();
      commits.add((i == 7 ? next.impossible("a") : next.append("a", "x")).start());
    }
    client.traffic.clear();
    endTheTurn();
    fixture.runUntilIdle();

    assertThat(commits.remove(6)).isCompletedExceptionally();
    assertThat(commits).allMatch(commit -> !commit.isCompletedExceptionally());
    assertThat(client.traffic.writes()).hasSizeLessThan(7);
    fixture.assertStable("a", "old0" + "x".repeat(31));
  }

  /** One of them also writes a row of a server that has died. */
  @Test
  void noneWaitsForARowThatItDoesNotWrite() {
    ScriptedClient client = client(SETTINGS, "a");
    CompletableFuture<Void> ahead = client.begin().append("a", "1").start();
    CompletableFuture<Void> hostage = client.begin().append("a", "2").append("z", "2").start();
    CompletableFuture<Void> behind = client.begin().append("a", "3").start();
    client.traffic.onRead("z", slow::add);
    endTheTurn();

    assertThat(ahead).isCompleted();
    fixture.time.advance(LOCK_WAIT);
    assertThat(behind).isCompleted();
    assertThat(hostage).isNotDone();
  }

  @Test
  void aMemberWaitsNoLongerThanForATurn() {
    ScriptedClient client = client(SETTINGS, "a");
    CompletableFuture<Void> leader = client.begin().append("a", "1").append("z", "1").start();
    CompletableFuture<Void> member = client.begin().append("a", "2").start();
    client.traffic.onRead("z", slow::add);
    endTheTurn();
    fixture.time.advance(LOCK_WAIT.multipliedBy(3));

    assertThat(member).isCompletedWithValue(null);
    endLate(client);
    assertThat(leader).isCompletedWithValue(null);
  }

  @Test
  void aLeaderWaitsNoLongerThanForATurn() {
    ScriptedClient client = client(SETTINGS, "a");
    CompletableFuture<Void> leader = client.begin().append("a", "1").start();
    CompletableFuture<Void> member = client.begin().append("a", "2").append("z", "2").start();
    client.traffic.onRead("z", slow::add);
    endTheTurn();
    fixture.time.advance(LOCK_WAIT.multipliedBy(3));

    assertThat(leader).isCompletedWithValue(null);
    endLate(client);
    assertThat(member).isCompletedWithValue(null);
  }

  private void endLate(ScriptedClient client) {
    assertThat(slow).hasSize(1);
    slow.forEach(PendingCall::deliver);
    fixture.runUntilIdle();
    client.drain();
    assertThat(fixture.value("a")).isIn("old012", "old021");
    assertThat(fixture.value("z")).isIn("old1", "old2");
  }

  /** A write that runs out of memory when a third one joins it. */
  private record Deep(int depth) implements RowWrite {

    @Override
    public ColumnSelection needs() {
      return ColumnSelection.LOCK_ONLY;
    }

    @Override
    public Intent intent(List<Cell> base) {
      return Intent.builder().put(F, Q, bytes("deep" + depth)).build();
    }

    @Override
    public Set<byte[]> families() {
      return intent(List.of()).families().keySet();
    }

    @Override
    public RowWrite then(RowWrite next) {
      if (depth == 2) {
        throw new OutOfMemoryError("Simulated");
      }
      return new Deep(depth + 1);
    }
  }

  private CompletableFuture<Void> deep(ScriptedClient client) {
    TreeMap<RowKey, RowWrite> writes = new TreeMap<>();
    writes.put(key("a"), new Deep(1));
    return client.protocol.commit(
        new CommitRequest(
            TransactionId.fresh(new SplittableRandom()::nextLong),
            client.environment.clock().currentMillis(),
            writes,
            new ReadSet(),
            client.protocol.prefetch(),
            Hold.NONE,
            TransactionObserver.NONE,
            new CommitGate()),
        Reservation.NONE);
  }

  @Test
  void anErrorWhileMembersJoinLeavesNoneBehind() {
    ScriptedClient client = client(SETTINGS, "a");
    List<CompletableFuture<Void>> commits = List.of(deep(client), deep(client), deep(client));
    endTheTurn();
    fixture.runUntilIdle();

    assertThat(commits).allMatch(commit -> commit.isDone() && !commit.isCompletedExceptionally());
  }

  @Test
  void anErrorOfTheTimerEndsTheWaitInTheQueue() {
    Environment environment =
        new Environment(
            fixture.time,
            (delay, task) -> {
              throw new OutOfMemoryError("Simulated: unable to create native thread");
            },
            new SplittableRandom()::nextLong);
    RowQueue queue = new RowQueue(environment, LOCK_WAIT, 7);
    CompletableFuture<RowTurn> first = queue.take(turn(queue));
    CompletableFuture<RowTurn> second = queue.take(turn(queue));

    assertThat(first).isCompleted();
    assertThat(second).as("its turn").isCompleted();
  }

  private static RowTurn turn(RowQueue queue) {
    return new RowTurn(queue, List.of(key("a")), null, OptionalLong.empty());
  }
}
