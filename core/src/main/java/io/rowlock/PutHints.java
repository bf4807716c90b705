package io.rowlock;

import io.rowlock.internal.transaction.NewRowHint;
import org.apache.hadoop.hbase.client.Put;

/** What a program knows of the rows that it puts, and Rowlock would have to find out. */
public final class PutHints {

  private PutHints() {}

  /**
   * Says that the row is most likely new: no transaction has ever written it. A commit then locks
   * it without having looked at it, which saves a round trip when the transaction has not read the
   * row and every other row that it writes is known or new as well.
   *
   * <p>It is a hint and no condition. Where it is wrong the put is committed all the same, after
   * several more round trips; under contention for that row the outcome may then be reported as
   * unknown ({@link CommitOutcomeUnknownException}). So do not give it for rows that are written
   * again, or that were deleted in a transaction. To put a row only if it is absent, read it first
   * or use {@code checkAndMutate}. Plain HBase takes a put with this hint, too, and ignores it.
   *
   * @return the put itself
   */
  public static Put newRow(Put put) {
    NewRowHint.setOn(put);
    return put;
  }
}
