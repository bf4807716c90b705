package io.rowlock.internal.protocol.longread;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.ProtocolLimits;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Commits of a busy client while other clients lock the rows of the barrier. */
class BarrierTest {

  private static final int BUSY = ProtocolLimits.DEFAULT.busyCommits();

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient writer = fixture.client();
  private final ScriptedClient reader = fixture.client();

  @Test
  void busyClientWaitsWhileTheBarrierIsClosed() {
    Reservation announced = lock(BarrierRows.announcement(TABLE));
    makeBusy();
    assertThat(begin("before")).isCompleted();

    Reservation closing = lock(BarrierRows.closing(TABLE));
    fixture.time.advance(Duration.ofMillis(60));
    CompletableFuture<Void> waiting = begin("waiting");
    fixture.time.advance(Duration.ofMillis(100));
    assertThat(waiting).isNotDone();

    closing.release();
    announced.release();
    fixture.time.advance(Duration.ofMillis(60));
    assertThat(waiting).isCompleted();
  }

  /** All clients that commit often read the same region. */
  @Test
  void clientLooksTwentyTimesASecondAtAnAnnouncedReader() {
    Reservation announced = lock(BarrierRows.announcement(TABLE));
    makeBusy();
    writer.traffic.clear();
    fixture.time.advance(Duration.ofMillis(500));

    assertThat(writer.traffic.reads()).hasSize(20); // two rows each time
    announced.release();
  }

  @Test
  void clientThatWritesRarelyDoesNotLook() {
    Reservation announced = lock(BarrierRows.announcement(TABLE));
    Reservation closing = lock(BarrierRows.closing(TABLE));
    writer.traffic.clear();
    assertThat(begin("rare")).isCompleted();
    assertThat(writer.traffic.reads()).containsExactly("rare");
    closing.release();
    announced.release();
  }

  /** A reader that died, or hangs, costs each client one second, and is settled. */
  @Test
  void noClientWaitsLongForOneReader() {
    Reservation announced = lock(BarrierRows.announcement(TABLE));
    Reservation closing = lock(BarrierRows.closing(TABLE));
    reader.pause();
    makeBusy();
    fixture.time.advance(Duration.ofMillis(60));
    CompletableFuture<Void> waiting = begin("waiting");
    fixture.time.advance(Duration.ofMillis(1_100));
    assertThat(waiting).isCompleted();

    makeBusy();
    fixture.time.advance(Duration.ofMillis(300));
    makeBusy();
    fixture.time.advance(Duration.ofMillis(60));
    assertThat(begin("free")).isCompleted();
    closing.release();
    announced.release();
  }

  /** Every attempt of a reader has the same age. */
  @Test
  void clientWaitsForTheNextAttemptOfTheSameReader() {
    Reservation announced = lock(BarrierRows.announcement(TABLE));
    makeBusy();
    fixture.time.advance(Duration.ofMillis(60));
    announced.release();
    fixture.time.advance(Duration.ofMillis(1_500));

    Reservation again = lock(BarrierRows.announcement(TABLE));
    Reservation closing = lock(BarrierRows.closing(TABLE));
    CompletableFuture<Void> waiting = begin("waiting");
    fixture.time.advance(Duration.ofMillis(100));
    assertThat(waiting).isNotDone();
    closing.release();
    again.release();
    fixture.time.advance(Duration.ofMillis(60));
    assertThat(waiting).isCompleted();
  }

  @Test
  void transactionThatHoldsRowsGoesOn() {
    Reservation held = fixture.await(reserve());
    Reservation announced = lock(BarrierRows.announcement(TABLE));
    Reservation closing = lock(BarrierRows.closing(TABLE));
    makeBusy();
    fixture.time.advance(Duration.ofMillis(60));
    CompletableFuture<Void> commit =
        new ScriptedTransaction(writer, held).put("held", "new").start();
    assertThat(commit).isCompleted();
    closing.release();
    announced.release();
  }

  /** A reader would find a row held for as long as transactions take turns at it. */
  @Test
  void noRowIsHeldAnewWhileTheBarrierIsClosed() {
    Reservation first = fixture.await(reserve());
    CompletableFuture<Reservation> second = reserve();
    Reservation announced = lock(BarrierRows.announcement(TABLE));
    Reservation closing = lock(BarrierRows.closing(TABLE));
    makeBusy();
    fixture.time.advance(Duration.ofMillis(60));

    new ScriptedTransaction(writer, first).update("held", "new").commit();
    first.release();
    fixture.time.advance(Duration.ofMillis(100));
    assertThat(fixture.lock("held")).isInstanceOf(Stable.class);
    assertThat(second).isNotDone();

    closing.release();
    announced.release();
    fixture.time.advance(Duration.ofMillis(60));
    assertThat(second).isCompleted();
    assertThat(fixture.lock("held")).isInstanceOf(Prewritten.class);
    second.join().release();
  }

  /** A client whose transactions hold their rows commits nothing that would look. */
  @Test
  void clientThatOnlyHoldsRowsLooksToo() {
    Reservation announced = lock(BarrierRows.announcement(TABLE));
    Reservation closing = lock(BarrierRows.closing(TABLE));
    for (int i = 1; i < BUSY; i++) {
      fixture.await(reserve()).release();
      writer.drain();
    }
    CompletableFuture<Reservation> held = reserve();

    assertThat(held).isNotDone();
    closing.release();
    announced.release();
    fixture.await(held).release();
  }

  /** The reader's pause for commits under way is as long as that of the announcement at most. */
  @Test
  void closedBarrierHasASecondOfItsOwn() {
    Reservation announced = lock(BarrierRows.announcement(TABLE));
    makeBusy();
    fixture.time.advance(Duration.ofMillis(600));
    Reservation closing = lock(BarrierRows.closing(TABLE));
    fixture.time.advance(Duration.ofMillis(60));
    CompletableFuture<Void> waiting = begin("waiting");
    fixture.time.advance(Duration.ofMillis(600));
    assertThat(waiting).isNotDone();

    closing.release();
    announced.release();
    fixture.time.advance(Duration.ofMillis(60));
    assertThat(waiting).isCompleted();
  }

  private CompletableFuture<Reservation> reserve() {
    TreeSet<RowKey> rows = new TreeSet<>(List.of(key("held")));
    return writer.protocol.reserve(new ReservationRequest(rows, rows, true, true), 1);
  }

  /** One of the last of these commits makes the client look, and may have to wait. */
  private void makeBusy() {
    for (int i = 1; i <= BUSY; i++) {
      var unused = begin("row-" + i);
    }
  }

  private CompletableFuture<Void> begin(String row) {
    return writer.begin().put(row, "value").start();
  }

  private Reservation lock(RowKey row) {
    return fixture.await(
        reader.protocol.reserve(new ReservationRequest(new TreeSet<>(List.of(row)), true), 0));
  }
}
