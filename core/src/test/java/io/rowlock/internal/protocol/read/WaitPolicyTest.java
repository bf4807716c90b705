package io.rowlock.internal.protocol.read;

import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class WaitPolicyTest {

  private static final long AGE = 1_000;
  private static final TransactionId ID = new TransactionId(0, 50);

  private final VirtualTime time = new VirtualTime();
  private final Environment environment = time.environment(1);

  @Test
  void readerWaitsForEveryTransaction() {
    assertWaits(reader(), holder(AGE - 1, 1));
    assertWaits(reader(), holder(AGE + 1, 99));
  }

  @Test
  void holderWaitsForYoungerOnes() {
    assertWaits(holderOfLocks(), holder(AGE + 1, 1));
  }

  @Test
  void holderGivesWayToOlderOnes() {
    assertGivesUp(holderOfLocks(), holder(AGE - 1, 99), "An older transaction");
  }

  /** Of two of the same age exactly one waits. */
  @Test
  void idDecidesBetweenEqualAges() {
    assertWaits(holderOfLocks(), holder(AGE, 51));
    assertGivesUp(holderOfLocks(), holder(AGE, 49), "An older transaction");
  }

  @Test
  void waitsEndAtTheBound() {
    WaitPolicy waitPolicy = reader();
    time.advance(LOCK_WAIT.minusNanos(1));
    assertWaits(waitPolicy, holder(AGE, 1));
    assertGivesUp(waitPolicy, holder(AGE, 1), "has not finished with: row 'a' of table 'table'");
  }

  @Test
  void olderHolderDoesNotWaitBeyondTheBoundEither() {
    WaitPolicy waitPolicy = holderOfLocks();
    time.advance(LOCK_WAIT);

    assertGivesUp(waitPolicy, holder(AGE + 1, 1), "has not finished");
  }

  @Test
  void conflictNamesTheOtherTransaction() {
    WaitPolicy waitPolicy = reader();
    time.advance(LOCK_WAIT);
    long age = environment.clock().currentMillis() - 1500;
    Throwable failure =
        Observed.begin(Phase.READ, TransactionObserver.NONE)
            .end(waitFor(waitPolicy, holder(age, 7)))
            .handle((done, thrown) -> Async.unwrap(thrown))
            .join();
    TransactionId other = new TransactionId(0, 7);
    assertThat(failure)
        .hasMessage(
            "Another transaction has not finished with: row 'a' of table 'table' (while reading;"
                + " the other is transaction %s, begun 1500 ms before)",
            other);
    assertThat(((ProtocolFailure) failure).conflict())
        .isEqualTo(new Conflict(Conflict.Reason.HELD, other, Duration.ofMillis(1500), Phase.READ));
  }

  /** The other client's clock is ahead of this one's. */
  @Test
  void ageIsNeverNegative() {
    Conflict conflict = Conflict.held(holder(0, 7), Duration.ofMillis(-3));
    assertThat(conflict.otherAge()).isEqualTo(Duration.ZERO);
  }

  private static CompletableFuture<Void> waitFor(WaitPolicy waitPolicy, Prewritten holder) {
    return waitPolicy.waitFor(key("a"), holder);
  }

  @Test
  void pausesGrowButStayShort() {
    WaitPolicy waitPolicy = WaitPolicy.ofReader(environment, Duration.ofHours(1));
    Duration longest = Duration.ofMillis(1);
    for (int i = 0; i < 20; i++) {
      long before = time.monotonicNanos();
      time.await(waitPolicy.waitFor(key("a"), holder(AGE, 1)));
      Duration pause = Duration.ofNanos(time.monotonicNanos() - before);

      assertThat(pause).isBetween(longest.dividedBy(2), longest);
      longest = Duration.ofMillis(Math.min(20, longest.toMillis() * 2));
    }
  }

  @Test
  void onlyAHolderKnowsItsOwnLocks() {
    assertThat(holderOfLocks().isOwn(holder(AGE, 50))).isTrue();
    assertThat(holderOfLocks().isOwn(holder(AGE, 51))).isFalse();
    assertThat(reader().isOwn(holder(0, 0))).isFalse();
  }

  private WaitPolicy reader() {
    return WaitPolicy.ofReader(environment, LOCK_WAIT);
  }

  private WaitPolicy holderOfLocks() {
    return WaitPolicy.ofHolder(environment, LOCK_WAIT, AGE, ID, null);
  }

  private static Prewritten holder(long age, long id) {
    RowReference primary = new RowReference(key("primary"), 0);
    return new Prewritten(
        new TransactionId(0, id), Stable.UNBORN, 2, Intent.EMPTY, primary, age, age, null);
  }

  private void assertWaits(WaitPolicy waitPolicy, Prewritten holder) {
    CompletableFuture<Void> wait = waitPolicy.waitFor(key("a"), holder);
    assertThat(wait).isNotDone();
    time.await(wait);
  }

  private void assertGivesUp(WaitPolicy waitPolicy, Prewritten holder, String message) {
    CompletableFuture<Void> wait = waitPolicy.waitFor(key("a"), holder);
    assertThatThrownBy(wait::join)
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining(message)
        .hasMessageContaining(holder.id().toString())
        .extracting(failure -> ((ProtocolFailure) failure.getCause()).kind())
        .isEqualTo(Kind.CONFLICT);
  }
}
