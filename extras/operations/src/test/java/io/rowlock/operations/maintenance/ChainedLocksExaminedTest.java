package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Secondaries that name each other as their primary, as {@code ChainedLocksTest} reads them. */
class ChainedLocksExaminedTest {

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;
  private final long begin = fixture.time.currentMillis() + 1_000;

  @Test
  void circleIsNotOurs() {
    plant("a", 1, "b", begin, begin);
    plant("b", 2, "a", begin, begin);
    fixture.time.advance(LEASE);

    assertThat(locks.examine("a").kind()).isEqualTo(Diagnosis.Kind.NOT_OURS);
  }

  /** The clock of one owner is hours ahead: its lock seems to be later than a vacuum of b. */
  @Test
  void circleThatAFarClockShowsIsResolvable() {
    long ahead = begin + Duration.ofHours(2).toMillis();
    plant("a", 1, "b", 0, ahead);
    plant("b", 2, "a", ahead + 1, begin);
    fixture.time.advance(LEASE);

    assertThat(locks.examine("a").kind()).isEqualTo(Diagnosis.Kind.RESOLVABLE);
    assertThat(locks.examine("b").kind()).isEqualTo(Diagnosis.Kind.RESOLVABLE);
  }

  private void plant(String row, int id, String primary, long expected, long planned) {
    Prewritten lock =
        new Prewritten(
            new TransactionId(0, id),
            Stable.UNBORN,
            planned,
            Intent.EMPTY,
            new RowReference(key(primary), expected),
            0,
            planned,
            null);
    locks.plant(row, RowLockCodec.encode(lock), planned);
  }
}
