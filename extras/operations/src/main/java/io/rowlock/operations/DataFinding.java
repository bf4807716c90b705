package io.rowlock.operations;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A trace that a program without transactions has left in a row of a transactional table. Immutable
 * and thread-safe.
 */
public final class DataFinding {

  /** What was found. */
  public enum Kind {
    /** A column whose newest value no transaction has written. */
    WRITTEN(
        "a plain client has written it",
        "transactions that had read the row have not noticed: check it, and write it again in a"
            + " transaction"),
    /** A delete that no transaction has made. */
    DELETED(
        "a plain client has deleted a part of it",
        "transactions that had read the row have not noticed: check it, and write it again in a"
            + " transaction"),
    /** Data above the table's floor without a lock: loaded or written by a plain client. */
    UNLOCKED(
        "it has data from a plain client, and no lock",
        "accept data that was loaded with 'rowlock enable --scan'; or check the row, and write it"
            + " again in a transaction"),
    /** A delete of the whole row by a plain client, which has deleted its lock as well. */
    LOCK_DELETED(
        "a plain client has deleted the row with its lock",
        "a write that was committed and not yet applied may be lost, here and in rows that were"
            + " written together with it: check them, then raise the floor above the delete with"
            + " 'rowlock enable --scan'"),
    /** A lock that this version cannot decode. */
    LOCK_UNREADABLE(
        "its lock cannot be decoded: a plain client has overwritten it, or it is of a newer version",
        "'rowlock locks' says why; transactions cannot use the row. Read the row's data, and discard"
            + " a damaged lock with 'rowlock discard'"),
    /** The lock of another row names this one, whose table cannot be read. */
    LOCK_UNREAD(
        "the lock of another row names it, and its own lock cannot be read",
        "a table may be disabled, or hidden from this user: the log says why. Enable it, or grant R,"
            + " and repeat the check"),
    /**
     * The lock of another row names this one, which has none: a plain client has deleted it, or a
     * vacuum, if a transaction had deleted the row.
     */
    LOCK_MISSING(
        "its lock is gone, though the lock of another row names it",
        "unless a vacuum has deleted it, a write that was committed may be lost, here and in the"
            + " other row: check both");

    private final String problem;
    private final String wayOut;

    Kind(String problem, String wayOut) {
      this.problem = problem;
      this.wayOut = wayOut;
    }

    /** Returns what has happened, as a clause about the row. */
    public String problem() {
      return problem;
    }

    /** Returns what to do about it. */
    public String wayOut() {
      return wayOut;
    }
  }

  private final Kind kind;
  private final TableName table;
  private final byte[] row;
  private final long timestamp;

  DataFinding(Kind kind, TableName table, byte[] row, long timestamp) {
    this.kind = kind;
    this.table = table;
    this.row = row.clone();
    this.timestamp = timestamp;
  }

  /** Returns what was found. */
  public Kind kind() {
    return kind;
  }

  /** Returns the table. */
  public TableName table() {
    return table;
  }

  /** Returns a copy of the row's key. */
  public byte[] row() {
    return row.clone();
  }

  /**
   * Returns the timestamp of the newest cell or delete that shows it, in milliseconds; for {@link
   * Kind#LOCK_MISSING} the least one that the lock must have.
   */
  public long timestamp() {
    return timestamp;
  }

  /** Returns a description for log lines. */
  @Override
  public String toString() {
    return kind + " row '" + Bytes.toStringBinary(row) + "' of table '" + table + "'";
  }
}
