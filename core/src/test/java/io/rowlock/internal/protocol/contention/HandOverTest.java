package io.rowlock.internal.protocol.contention;

import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.WriteFate;
import io.rowlock.internal.protocol.lock.ProtocolLimits;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions of one process that wait for the same row, which other processes want too. */
class HandOverTest {
  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient owner = fixture.client();
  private final ScriptedClient other = fixture.client();

  @BeforeEach
  void writeRow() {
    fixture.commit("a", "0");
  }

  @Test
  void commitLeavesTheRowLockedForTheNextTransaction() {
    Reservation first = fixture.await(reserve(true));
    CompletableFuture<Reservation> second = reserve(false);
    ScriptedTransaction before = new ScriptedTransaction(owner, first).update("a", "1");
    before.commit();

    Prewritten left = (Prewritten) fixture.lock("a");
    assertThat(left.base().writer()).isEqualTo(before.id);
    assertThat(left.intent().isEmpty()).isTrue();
    assertThat(fixture.value("a")).isEqualTo("01");
    assertThat(second).isNotDone();

    first.release();
    ScriptedTransaction next = new ScriptedTransaction(owner, fixture.await(second));
    next.update("a", "2").commit();
    fixture.await(second).release();
    owner.drain();
    fixture.assertStable("a", "012");
    assertThat(fixture.writer("a")).isEqualTo(next.id);
  }

  @Test
  void nextTransactionNeedsOneReadAndOneWrite() {
    Reservation first = fixture.await(reserve(true));
    CompletableFuture<Reservation> second = reserve(true);
    new ScriptedTransaction(owner, first).update("a", "1").commit();
    owner.traffic.clear();
    first.release();
    new ScriptedTransaction(owner, fixture.await(second)).update("a", "2").commit();
    assertThat(owner.traffic.reads()).containsExactly("a");
    assertThat(owner.traffic.writes()).containsExactly("a STABLE+data");
  }

  @Test
  void unusedLockIsGivenBack() {
    Reservation first = fixture.await(reserve(true));
    CompletableFuture<Reservation> second = reserve(true);
    ScriptedTransaction writer = new ScriptedTransaction(owner, first).update("a", "1");
    writer.commit();
    first.release();
    fixture.await(second).release();
    owner.drain();
    fixture.assertStable("a", "01");
    assertThat(fixture.writer("a")).isEqualTo(writer.id);
  }

  /** The turn has passed on because the commit took too long. */
  @Test
  void lockComesTooLateForOneThatHasBegun() {
    Reservation first = fixture.await(reserve(true));
    CompletableFuture<Reservation> second = reserve(false);
    owner.traffic.onWrite("a PREWRITTEN+data", WriteFate.SLOW_BY_12_S.at(fixture.time));
    CompletableFuture<Void> commit = new ScriptedTransaction(owner, first).update("a", "1").start();
    fixture.time.advance(LOCK_WAIT.multipliedBy(2));
    assertThat(second).isCompleted();
    fixture.await(commit);
    owner.drain();
    assertThat(fixture.lock("a")).isInstanceOf(Stable.class);
    assertThat(fixture.value("a")).isEqualTo("01");
  }

  @Test
  void lostReplyIsFoundBelowTheLockThatWasLeft() {
    Reservation first = fixture.await(reserve(true));
    CompletableFuture<Reservation> second = reserve(true);
    owner.traffic.onWrite("a PREWRITTEN+data", WriteFate.LOST_REPLY.at(fixture.time));
    new ScriptedTransaction(owner, first).update("a", "1").commit();
    first.release();
    new ScriptedTransaction(owner, fixture.await(second)).update("a", "2").commit();
    fixture.await(second).release();
    owner.drain();
    fixture.assertStable("a", "012");
  }

  @Test
  void otherProcessesComeFirstAfterSomeHandOvers() {
    int most = ProtocolLimits.DEFAULT.mechanisms().handOvers();
    List<CompletableFuture<Reservation>> line = new ArrayList<>();
    for (int i = 0; i < most + 2; i++) {
      line.add(reserve(true));
    }
    for (int i = 0; i <= most; i++) {
      Reservation turn = fixture.await(line.get(i));
      new ScriptedTransaction(owner, turn).update("a", "+").commit();
      assertThat(fixture.lock("a") instanceof Stable).as("%d", i).isEqualTo(i == most);
      turn.release();
    }
    assertThat(line.get(most + 1)).isNotDone();
    other.begin().update("a", "!").commit();
    assertThat(fixture.value("a")).endsWith("+!");
    fixture.await(line.get(most + 1)).release();
  }

  /** A blind commit takes no hold over, and does not wait. */
  @Test
  void blindCommitInTheLineDoesNotReplaceTheRest() {
    List<CompletableFuture<Reservation>> line = new ArrayList<>();
    for (int i = 0; i <= ProtocolLimits.DEFAULT.mechanisms().handOvers(); i++) {
      line.add(reserve(true));
    }
    CompletableFuture<Void> blind = owner.begin().put("a", "blind ").start();
    CompletableFuture<Reservation> last = reserve(true);
    for (CompletableFuture<Reservation> turn : line) {
      new ScriptedTransaction(owner, fixture.await(turn)).update("a", "+").commit();
      turn.join().release();
    }
    assertThat(blind).isCompleted();
    owner.drain();

    assertThat(last).isNotDone();
    other.begin().update("a", "!").commit();
    fixture.await(last).release();
    assertThat(fixture.value("a")).isEqualTo("blind !");
  }

  @Test
  void otherProcessesComeFirstAfterHalfOfALockWait() {
    List<CompletableFuture<Reservation>> line =
        List.of(reserve(true), reserve(true), reserve(true));
    Reservation first = fixture.await(line.get(0));
    new ScriptedTransaction(owner, first).update("a", "+").commit();
    first.release();
    Reservation second = fixture.await(line.get(1));
    fixture.time.advance(LOCK_WAIT.dividedBy(2).plusMillis(1));

    new ScriptedTransaction(owner, second).update("a", "+").commit();
    assertThat(fixture.lock("a")).isInstanceOf(Stable.class);
    second.release();
    assertThat(line.get(2)).isNotDone();
    fixture.await(line.get(2)).release();
  }

  private CompletableFuture<Reservation> reserve(boolean escalates) {
    TreeSet<RowKey> rows = new TreeSet<>(List.of(key("a")));
    long age = owner.environment.clock().currentMillis();
    return owner.protocol.reserve(new ReservationRequest(rows, rows, true, escalates), age);
  }
}
