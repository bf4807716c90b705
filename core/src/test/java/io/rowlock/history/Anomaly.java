package io.rowlock.history;

/**
 * Something that no strictly serializable store does.
 *
 * @param explanation names the transactions, keys and values that show it
 */
public record Anomaly(Kind kind, String explanation) {

  /** The names of the literature where there is one; see {@link HistoryChecker}. */
  public enum Kind {
    /** Two transactions overwrote each other's writes. */
    G0,
    /** What a failed transaction wrote was read. */
    G1A_ABORTED_READ,
    /** What its own writer has overwritten before it committed was read. */
    G1B_INTERMEDIATE_READ,
    /** Information flowed in a circle. */
    G1C,
    /** Part of a transaction's effects was seen, another part missed. */
    G_SINGLE_READ_SKEW,
    /** Two transactions wrote a key after both read the same version of it. */
    LOST_UPDATE,
    /** Each missed what another one wrote, by keys that they read one by one. */
    G2_ITEM_WRITE_SKEW,
    /** Each missed what another one wrote, at least one of them by a range read. */
    G2_PREDICATE,
    /** Two readers saw two independent writes in different orders. */
    LONG_FORK,
    /** A read missed what had been acknowledged before its transaction began. */
    STALE_READ,
    /** Writes took effect in an order against real time, though no read missed anything. */
    REAL_TIME_VIOLATION,
    /** A transaction's read contradicts what it did or read itself before. */
    INTERNAL,
    /** One list holds an element twice, or one value was written twice. */
    DUPLICATE_ELEMENT,
    /** Two reads of a list, neither of which begins with the other. */
    INCOMPATIBLE_ORDERS,
    /** A committed transaction's write is not there. */
    LOST_WRITE,
    /** A value that nobody wrote. */
    PHANTOM_VALUE,
    /** Half of a transaction's writes are there in the end. */
    TORN
  }

  @Override
  public String toString() {
    return kind + ": " + explanation;
  }
}
