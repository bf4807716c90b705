package io.rowlock.internal.protocol.recovery;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseWatchTest {

  private static final int MAX_LOCKS = 20_000;

  private final VirtualTime time = new VirtualTime();
  private final LeaseWatch watch = new LeaseWatch(time, LEASE);

  @Test
  void lockSeenUnchangedForALeaseIsAbandoned() {
    assertThat(watch.isAbandoned(key("a"), 1)).isFalse();
    time.advance(LEASE.minusNanos(1));
    assertThat(watch.isAbandoned(key("a"), 1)).isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(watch.isAbandoned(key("a"), 1)).isTrue();
    assertThat(watch.isAbandoned(key("a"), 1)).isTrue();
  }

  @Test
  void changedLockStartsAnew() {
    watch.isAbandoned(key("a"), 1);
    time.advance(LEASE);
    assertThat(watch.isAbandoned(key("a"), 2)).isFalse();
    time.advance(LEASE.minusNanos(1));
    assertThat(watch.isAbandoned(key("a"), 2)).isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(watch.isAbandoned(key("a"), 2)).isTrue();
  }

  /** A stale server may show the former lock again: that proves nothing about the present one. */
  @Test
  void lockSeenAgainAfterAnotherStartsAnew() {
    watch.isAbandoned(key("a"), 2);
    watch.isAbandoned(key("a"), 1);
    time.advance(LEASE);

    assertThat(watch.isAbandoned(key("a"), 2)).isFalse();
  }

  @Test
  void rowsAreWatchedApart() {
    watch.isAbandoned(key("a"), 1);
    time.advance(LEASE);

    assertThat(watch.isAbandoned(key("b"), 1)).isFalse();
    assertThat(watch.isAbandoned(key("a"), 1)).isTrue();
  }

  /** A client that first looks after a long time knows nothing about that time. */
  @Test
  void timeBeforeTheFirstSightDoesNotCount() {
    time.advance(LEASE.multipliedBy(10));

    assertThat(watch.isAbandoned(key("a"), 1)).isFalse();
  }

  @Test
  void theOldestSightIsForgottenAtTheLimit() {
    watch.isAbandoned(key("forgotten"), 1);
    watch.isAbandoned(key("kept"), 1);
    for (int i = 2; i < MAX_LOCKS; i++) {
      watch.isAbandoned(key("lock" + i), 1);
    }
    watch.isAbandoned(key("kept"), 1);
    watch.isAbandoned(key("one more"), 1);
    time.advance(LEASE);

    assertThat(watch.isAbandoned(key("kept"), 1)).isTrue();
    assertThat(watch.isAbandoned(key("one more"), 1)).isTrue();
    assertThat(watch.isAbandoned(key("forgotten"), 1)).isFalse();
  }

  @Test
  void forgottenLockStartsAnew() {
    watch.isAbandoned(key("a"), 1);
    time.advance(LEASE);
    watch.forget(key("a"));

    assertThat(watch.isAbandoned(key("a"), 1)).isFalse();
  }

  @Test
  void returnsHowLongALockHasBeenSeen() {
    assertThat(watch.seenFor(key("a"), 1)).isZero();
    watch.isAbandoned(key("a"), 1);
    time.advance(Duration.ofMillis(7));

    assertThat(watch.seenFor(key("a"), 1)).isEqualTo(Duration.ofMillis(7));
    assertThat(watch.seenFor(key("a"), 2)).isZero();
  }
}
