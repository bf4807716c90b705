package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.it.acid.StopGate.SentRequests;
import java.util.Arrays;
import java.util.List;

/**
 * Where T1 is stopped. Plain HBase has no such steps: there T1 is stopped before the first of its
 * requests that write, before the second, the fourth, and the sixth.
 */
enum StopPoint {
  /** Between its reads. */
  BETWEEN_READS("SPR", Integer.MAX_VALUE),
  /** Before it locks a row. */
  BEFORE_PREWRITE("SP0", 0),
  /** After the locks in the first of its regions. */
  FIRST_PREWRITTEN("SP1", 1),
  /** After the locks of all its rows. */
  ALL_PREWRITTEN("SP2", 3),
  /** After the validation of its reads. */
  VALIDATED("SP3", 5),
  /** After the commit of its primary. */
  PRIMARY_COMMITTED("SP4", Integer.MAX_VALUE),
  /** After all its rows are stable. */
  ALL_STABLE("SP5", Integer.MAX_VALUE);

  private final String label;
  private final int plainWrites;

  /** A stop point after a number of plain requests. */
  StopPoint(String label, int plainWrites) {
    this.label = label;
    this.plainWrites = plainWrites;
  }

  /** The stop points in and after the commit. */
  static List<StopPoint> ofCommit() {
    return Arrays.stream(values()).filter(stop -> stop != BETWEEN_READS).toList();
  }

  /** Whether others must see T1 as committed. */
  boolean isCommitted() {
    return compareTo(PRIMARY_COMMITTED) >= 0;
  }

  /** Whether commits of others make the validation of T1 fail. */
  boolean isBeforeValidation() {
    return compareTo(VALIDATED) < 0;
  }

  /** Whether the next request of the commit of T1 must wait. */
  boolean holds(RpcKind kind, SentRequests sent) {
    if (kind == RpcKind.WRITE) {
      return sent.count(RpcKind.WRITE) >= plainWrites;
    }
    return switch (this) {
      case BETWEEN_READS, ALL_STABLE -> false;
      case BEFORE_PREWRITE -> kind == RpcKind.PREWRITE || kind == RpcKind.REGION_COMMIT;
      case FIRST_PREWRITTEN -> kind == RpcKind.PREWRITE && sent.count(RpcKind.PREWRITE) > 0;
      case ALL_PREWRITTEN -> kind == RpcKind.LOCK_READ && sent.isValidating();
      case VALIDATED -> kind == RpcKind.COMMIT;
      case PRIMARY_COMMITTED -> kind == RpcKind.ROLL_FORWARD && sent.count(RpcKind.COMMIT) > 0;
    };
  }

  @Override
  public String toString() {
    return label;
  }
}
