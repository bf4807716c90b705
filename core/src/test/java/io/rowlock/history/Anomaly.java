package io.rowlock.history;

/**
 * A behaviour that no strictly serializable store shows.
 *
 * @param explanation names the transactions, keys and values that show it
 */
public record Anomaly(Kind kind, String explanation) {

  /** The names of the literature as far as there are any; see {@link HistoryChecker}. */
  public enum Kind {
    /** Two transactions overwrote each other's writes. */
    G0,
    /** A transaction read a write of a failed transaction. */
    G1A_ABORTED_READ,
    /** A write was read, or is there in the end, that its own writer overwrote as it committed. */
    G1B_INTERMEDIATE_READ,
    /** Information flowed in a circle. */
    G1C,
    /** Part of a transaction's effects was seen, another part missed. */
    G_SINGLE_READ_SKEW,
    /** Two transactions wrote a key after both read the same version of it. */
    LOST_UPDATE,
    /** Each missed a write of another one, by keys that they read separately. */
    G2_ITEM_WRITE_SKEW,
    /** Each missed a write of another one, at least one of them by a range read. */
    G2_PREDICATE,
    /** Two readers saw two independent writes in different orders. */
    LONG_FORK,
    /** A read missed a write that had been acknowledged before its transaction began. */
    STALE_READ,
    /** Writes took effect in an order that contradicts real time, though no read missed a write. */
    REAL_TIME_VIOLATION,
    /** A transaction's read contradicts its own earlier reads or writes. */
    INTERNAL,
    /** One list contains an element twice, or one value was written twice. */
    DUPLICATE_ELEMENT,
    /**
     * Two reads of a list, neither of which begins with the other, or a transaction's own writes in
     * another order than it made them.
     */
    INCOMPATIBLE_ORDERS,
    /** A committed transaction's write is missing. */
    LOST_WRITE,
    /** A value was read that no transaction wrote. */
    PHANTOM_VALUE,
    /** Only some of a transaction's writes are there in the end. */
    TORN
  }

  @Override
  public String toString() {
    return kind + ": " + explanation;
  }
}
