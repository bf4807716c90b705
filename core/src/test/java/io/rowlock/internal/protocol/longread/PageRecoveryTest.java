package io.rowlock.internal.protocol.longread;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.read.DecidedPage;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRange;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A scan over many pages of abandoned locks takes one lease, not one for each page. */
class PageRecoveryTest {

  private static final int DEAD = 300;
  private static final int PAGE_ROWS = 50;

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient reader = fixture.client();

  @Test
  void leasesOfAllPagesRunAtTheSameTime() {
    for (int i = 0; i < DEAD; i++) {
      ScriptedClient dead = fixture.client();
      String name = "%03d".formatted(i);
      dead.traffic.onWrite(name + "p COMMITTED+data", call -> dead.traffic.cutOff());
      dead.begin().put(name + "p", "new").put(name + "s", "new").put(name + "t", "new").launch();
      dead.pause();
    }
    long start = fixture.time.monotonicNanos();

    int attempts = 1;
    while (!scanToTheEnd()) {
      assertThat(++attempts).isLessThan(10);
    }

    Duration took = Duration.ofNanos(fixture.time.monotonicNanos() - start);
    System.out.printf("%d dead clients settled in %s, %d attempts%n", DEAD, took, attempts);
    assertThat(took).isLessThan(ProtocolFixture.LEASE.plusSeconds(2));
  }

  @Test
  void noPageRecoveryWithoutAWait() {
    for (int i = 0; i < 2 * PAGE_ROWS; i++) {
      fixture.commit("%03d".formatted(i), "old");
    }
    fixture.runUntilIdle();

    assertThat(scanToTheEnd()).isTrue();

    assertThat(reader.traffic.scans()).isEqualTo(3);
  }

  private boolean scanToTheEnd() {
    RowRange rest = RowRange.all(TABLE);
    try {
      while (true) {
        RangeScan scan = new RangeScan(rest, ColumnSelection.ALL, false, PAGE_ROWS);
        DecidedPage page = fixture.await(reader.protocol.scan(scan, Reservation.NONE));
        if (page.exhausted()) {
          return true;
        }
        rest = rest.after(page.rows().get(PAGE_ROWS - 1).key().row(), false);
      }
    } catch (ProtocolFailure conflict) {
      assertThat(conflict.isConflict()).isTrue();
      return false;
    }
  }
}
