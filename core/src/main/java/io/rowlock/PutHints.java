package io.rowlock;

import io.rowlock.internal.transaction.NewRowHint;
import org.apache.hadoop.hbase.client.Put;

/** Facts about puts that a program knows, and that Rowlock would have to find out. */
public final class PutHints {

  private PutHints() {}

  /**
   * Declares that the row is most likely new: no transaction has ever written it. A commit then
   * locks the row without reading its lock, which saves a round trip if the transaction has not
   * read the row and every other row that it writes is known or new as well.
   *
   * <p>It is a hint and no condition. If it is wrong the put is committed nevertheless, after
   * several more round trips; under contention for that row the outcome may then be reported as
   * unknown ({@link CommitOutcomeUnknownException}). So do not use it for rows that are written
   * again, or that were deleted in a transaction. To put a row only if it is absent, read it first
   * or use {@code checkAndMutate}. Plain HBase accepts a put with this hint, and ignores the hint.
   *
   * @return the put itself
   */
  public static Put newRow(Put put) {
    NewRowHint.setOn(put);
    return put;
  }
}
