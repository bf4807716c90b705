package io.rowlock.bench.tpcc.check;

/**
 * How ledgers and rows go together.
 *
 * @param committed entries that must be there
 * @param absent entries that must not
 * @param unknown entries that may be there or not
 * @param unlisted rows since the load that no ledger knows
 */
public record LedgerCounts(long committed, long absent, long unknown, long unlisted) {
  static final LedgerCounts NONE = new LedgerCounts(0, 0, 0, 0);

  LedgerCounts plus(LedgerCounts other) {
    return new LedgerCounts(
        committed + other.committed,
        absent + other.absent,
        unknown + other.unknown,
        unlisted + other.unlisted);
  }

  /** For people. */
  @Override
  public String toString() {
    return "ledger: %d committed, %d rolled back or failed, %d unknown, %d rows in no ledger"
        .formatted(committed, absent, unknown, unlisted);
  }
}
