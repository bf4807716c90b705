package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.WriteFate;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.RefusingTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An owner that takes longer than half a lease shows that it is alive. */
class HeartbeatTest {

  private static final Duration HALF_A_LEASE = LEASE.dividedBy(2);
  private static final int MAX_BEATS = 24;

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> slow = new ArrayList<>();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c")) {
      fixture.commit(row, "old");
    }
  }

  @Test
  void directPrimaryIsPrewrittenAfterHalfALease() {
    CompletableFuture<Void> commit = commitWithSlowPrewrite();

    fixture.time.advance(HALF_A_LEASE.minusMillis(1));
    assertThat(fixture.lock("a")).isInstanceOf(Stable.class);
    fixture.time.advance(Duration.ofMillis(1));
    assertThat(((Prewritten) fixture.lock("a")).lead().beat()).isZero();

    slow.get(0).deliver();
    assertThat(commit).isCompleted();
    client.drain();
    assertThat(client.traffic.writes())
        .containsExactly(
            "b PREWRITTEN", "a PREWRITTEN", "a COMMITTED+data", "~b STABLE+data", "~a STABLE");
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void beatsGoOnEveryHalfLease() {
    CompletableFuture<Void> unused = commitWithSlowPrewrite();

    fixture.time.advance(HALF_A_LEASE.multipliedBy(4));

    assertThat(((Prewritten) fixture.lock("a")).lead().beat()).isEqualTo(3);
    slow.get(0).deliver();
    client.drain();
    fixture.assertStable("b", "new");
  }

  @Test
  void quickCommitDoesNotBeat() {
    client.begin().put("a", "new").put("b", "new").commit();
    client.drain();
    client.traffic.clear();

    fixture.runUntilIdle();

    assertThat(client.traffic.writes()).isEmpty();
  }

  @Test
  void singleWriteNeedsNoBeat() {
    client.traffic.onWrite("a STABLE+data", slow::add);
    CompletableFuture<Void> commit = client.begin().put("a", "new").start();

    fixture.time.advance(LEASE);
    assertThat(client.traffic.writes()).hasSize(1);
    slow.get(0).deliver();
    assertThat(commit).isCompleted();
  }

  /** The observer sees other bytes at every beat, so that no lease ends. */
  @Test
  void locksWithAHeartbeatAreNotSettled() {
    ScriptedClient observer = fixture.client();
    CompletableFuture<Void> commit = commitWithSlowPrewrite();
    slow.get(0).execute();

    for (int i = 0; i < 20; i++) {
      fixture.time.advance(Duration.ofSeconds(1));
      assertThat(isReadable(observer, "b")).isFalse();
    }
    slow.get(0).deliver();

    assertThat(commit).isCompleted();
    client.drain();
    assertThat(observer.traffic.writes()).isEmpty();
    assertThat(observer.read("b")).isEqualTo("new");
  }

  /** The timer of a dead owner, or of one whose write hangs, must not keep the rows forever. */
  @Test
  void beatsEndAndOthersGetTheRows() {
    CompletableFuture<Void> unused = commitWithSlowPrewrite();
    slow.get(0).execute();
    fixture.time.advance(HALF_A_LEASE.multipliedBy(MAX_BEATS + 3));
    assertThat(((Prewritten) fixture.lock("a")).lead().beat()).isEqualTo(MAX_BEATS - 1);

    assertThat(fixture.client(ProtocolFixture.PATIENT).read("b")).isEqualTo("old");

    slow.get(0).deliver();
    fixture.runUntilIdle();
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void commitPointExpectsTheNewestBeat() {
    CompletableFuture<Void> unused = commitWithSlowPrewrite();
    fixture.time.advance(LEASE);
    client.traffic.clear();

    slow.get(0).deliver();

    assertThat(client.traffic.writes().get(0)).isEqualTo("a COMMITTED+data");
    RowLock expected = RowLockCodec.decode(key("a"), client.traffic.sent(0).expected().bytes());
    assertThat(((Prewritten) expected).lead().beat()).isEqualTo(1);
  }

  /** Made anew, it would carry the same bytes at another lock time. */
  @Test
  void commitOverABeatIsSentAgainAsItWas() {
    CompletableFuture<Void> commit = commitWithSlowPrewrite();
    fixture.time.advance(LEASE);
    client.traffic.clear();
    client.traffic.onWrite("a COMMITTED+data", LostMessage::request);

    slow.get(0).deliver();
    fixture.await(commit);
    client.drain();

    assertThat(client.traffic.writes())
        .containsExactly("a COMMITTED+data", "a COMMITTED+data", "~b STABLE+data", "~a STABLE");
    assertThat(client.traffic.sent(1)).isSameAs(client.traffic.sent(0));
    fixture.assertStable("a", "new");
  }

  /** The commit point went out over a later one, and was applied. */
  @Test
  void commitIsNotSentOverAnEarlierBeat() {
    CompletableFuture<Void> commit = commitWithSlowPrewrite();
    fixture.time.advance(HALF_A_LEASE);
    StoredRow earlier = fixture.cluster.rawGet(key("a"));
    fixture.time.advance(LEASE);
    client.traffic.clear();
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          client.traffic.onRead("a", read -> read.answer(earlier));
          LostMessage.reply(call);
        });

    slow.get(0).deliver();
    fixture.await(commit);
    client.drain();

    assertThat(client.traffic.writes())
        .containsExactly("a COMMITTED+data", "~b STABLE+data", "~a STABLE");
    fixture.assertStable("a", "new");
  }

  @Test
  void beatWhoseReplyWasLostIsFoundByTheCommitPoint() {
    client.traffic.onWrite("a PREWRITTEN", LostMessage::reply);
    CompletableFuture<Void> commit = commitWithSlowPrewrite();
    fixture.time.advance(HALF_A_LEASE);

    slow.get(0).deliver();
    fixture.await(commit);

    client.drain();
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void beatsGoOnAfterALostReply() {
    client.traffic.onWrite("a PREWRITTEN", LostMessage::reply);
    CompletableFuture<Void> unused = commitWithSlowPrewrite();

    fixture.time.advance(HALF_A_LEASE.multipliedBy(4));

    assertThat(((Prewritten) fixture.lock("a")).lead().beat()).isEqualTo(3);
    slow.get(0).deliver();
    client.drain();
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void beatsGoOnAfterALaterLostReply() {
    CompletableFuture<Void> unused = commitWithSlowPrewrite();
    fixture.time.advance(HALF_A_LEASE);
    client.traffic.onWrite("a PREWRITTEN", WriteFate.APPLIED_BUT_REJECTED.at(fixture.time));

    fixture.time.advance(HALF_A_LEASE.multipliedBy(3));

    assertThat(((Prewritten) fixture.lock("a")).lead().beat()).isEqualTo(3);
    slow.get(0).deliver();
    client.drain();
    fixture.assertStable("a", "new");
  }

  /** The lock that a stale server shows does not count as the newest beat. */
  @Test
  void beatsGoOnAfterAStaleRead() {
    CompletableFuture<Void> unused = commitWithSlowPrewrite();
    fixture.time.advance(HALF_A_LEASE.multipliedBy(2));
    StoredRow stale = fixture.cluster.rawGet(key("a"));
    fixture.time.advance(HALF_A_LEASE);
    client.traffic.onWrite(
        "a PREWRITTEN",
        call -> {
          client.traffic.onRead("a", read -> read.answer(stale));
          LostMessage.request(call);
        });

    fixture.time.advance(HALF_A_LEASE.multipliedBy(2));

    assertThat(((Prewritten) fixture.lock("a")).lead().beat()).isEqualTo(3);
  }

  @Test
  void commitPointWaitsForTheBeatUnderWay() {
    List<PendingCall<ConditionalWrite, WriteOutcome>> beat = new ArrayList<>();
    client.traffic.onWrite("a PREWRITTEN", beat::add);
    CompletableFuture<Void> commit = commitWithSlowPrewrite();
    fixture.time.advance(HALF_A_LEASE);

    slow.get(0).deliver();
    assertThat(client.traffic.writes()).containsExactly("b PREWRITTEN", "a PREWRITTEN");
    beat.get(0).deliver();

    assertThat(commit).isCompleted();
    assertThat(fixture.value("a")).isEqualTo("new");
  }

  /** The timer refuses the alarm of the second beat, and the commit conflicts after that. */
  @Test
  void locksAreTakenBackAlthoughNoBeatCanBeSet() {
    for (Throwable refusal :
        List.of(new RejectedExecutionException("closed"), new OutOfMemoryError("no thread"))) {
      RefusingTimer timer = new RefusingTimer(fixture.time);
      ScriptedClient broken =
          new ScriptedClient(fixture, timer.environment(), ProtocolFixture.SETTINGS);
      ScriptedTransaction transaction = broken.begin();
      transaction.get("c");
      broken.traffic.onWrite(
          "a PREWRITTEN",
          call -> {
            fixture.commit("c", "theirs");
            timer.refuseNext(refusal);
            call.deliver();
          });
      broken.traffic.onWrite("b PREWRITTEN", WriteFate.SLOW_BY_3_S.at(fixture.time));
      CompletableFuture<Void> commit = transaction.put("a", "new").put("b", "new").start();

      fixture.time.advance(LEASE);

      assertThat(timer.hasRefused()).isTrue();
      assertThatThrownBy(commit::join)
          .hasCauseInstanceOf(ProtocolFailure.class)
          .hasMessageContaining("has written what was read");
      fixture.assertStable("a", "old");
      fixture.assertStable("b", "old");
    }
  }

  /** A store may need another thread to send a request, which must not wait for the beat. */
  @Test
  void beatIsSentWithoutALock() {
    CompletableFuture<Void> commit = commitWithSlowPrewrite();
    client.traffic.onWrite(
        "a PREWRITTEN",
        beat -> {
          CompletableFuture<Void> stopping =
              CompletableFuture.runAsync(() -> slow.get(0).deliver());
          assertThat(stopping).succeedsWithin(Duration.ofSeconds(30));
          assertThat(commit).isNotDone();
          beat.deliver();
        });

    fixture.time.advance(HALF_A_LEASE);

    assertThat(commit).isCompleted();
    client.drain();
    fixture.assertStable("a", "new");
  }

  private CompletableFuture<Void> commitWithSlowPrewrite() {
    client.traffic.onWrite("b PREWRITTEN", slow::add);
    return client.begin().put("a", "new").put("b", "new").start();
  }

  private static boolean isReadable(ScriptedClient observer, String row) {
    try {
      observer.read(row);
      return true;
    } catch (ProtocolFailure e) {
      assertThat(e.isConflict()).isTrue();
      return false;
    }
  }
}
