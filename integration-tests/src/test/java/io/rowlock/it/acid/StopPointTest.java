package io.rowlock.it.acid;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.it.acid.StopGate.SentRequests;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StopPointTest {
  /** A commit of rows in two regions, as its requests leave. */
  private static final List<RpcKind> COMMIT =
      List.of(
          RpcKind.LOCK_READ,
          RpcKind.PREWRITE,
          RpcKind.PREWRITE,
          RpcKind.LOCK_READ,
          RpcKind.COMMIT,
          RpcKind.ROLL_FORWARD);

  @Test
  void eachHoldsTheNextStep() {
    assertThat(sentBefore(StopPoint.BETWEEN_READS, COMMIT)).isEqualTo(COMMIT.size());
    assertThat(sentBefore(StopPoint.BEFORE_PREWRITE, COMMIT)).isEqualTo(1);
    assertThat(sentBefore(StopPoint.FIRST_PREWRITTEN, COMMIT)).isEqualTo(2);
    assertThat(sentBefore(StopPoint.ALL_PREWRITTEN, COMMIT)).isEqualTo(3);
    assertThat(sentBefore(StopPoint.VALIDATED, COMMIT)).isEqualTo(4);
    assertThat(sentBefore(StopPoint.PRIMARY_COMMITTED, COMMIT)).isEqualTo(5);
    assertThat(sentBefore(StopPoint.ALL_STABLE, COMMIT)).isEqualTo(COMMIT.size());
  }

  @Test
  void oneRequestHasNoPointWithin() {
    List<RpcKind> commit = List.of(RpcKind.LOCK_READ, RpcKind.REGION_COMMIT);
    assertThat(sentBefore(StopPoint.BEFORE_PREWRITE, commit)).isEqualTo(1);
    for (StopPoint stop : StopPoint.values()) {
      if (stop != StopPoint.BEFORE_PREWRITE) {
        assertThat(sentBefore(stop, commit)).as("%s", stop).isEqualTo(2);
      }
    }
  }

  @Test
  void plainWritesAreCounted() {
    List<RpcKind> writes = Collections.nCopies(6, RpcKind.WRITE);
    assertThat(sentBefore(StopPoint.BEFORE_PREWRITE, writes)).isZero();
    assertThat(sentBefore(StopPoint.FIRST_PREWRITTEN, writes)).isEqualTo(1);
    assertThat(sentBefore(StopPoint.ALL_PREWRITTEN, writes)).isEqualTo(3);
    assertThat(sentBefore(StopPoint.VALIDATED, writes)).isEqualTo(5);
    assertThat(sentBefore(StopPoint.PRIMARY_COMMITTED, writes)).isEqualTo(6);
  }

  @Test
  void whoOnlyReadsValidatesAtOnce() {
    assertThat(StopPoint.ALL_PREWRITTEN.holds(RpcKind.LOCK_READ, new SentRequests(true))).isTrue();
    assertThat(StopPoint.ALL_PREWRITTEN.holds(RpcKind.LOCK_READ, new SentRequests(false)))
        .isFalse();
  }

  private static int sentBefore(StopPoint stop, List<RpcKind> requests) {
    SentRequests sent = new SentRequests(false);
    int count = 0;
    for (RpcKind kind : requests) {
      if (stop.holds(kind, sent)) {
        return count;
      }
      sent.add(kind, true);
      count++;
    }
    return count;
  }
}
