package io.rowlock.bench.profile;

import io.rowlock.bench.measure.Spread;

/**
 * RPCs of a transaction that meets nobody, on one region server. With several, a multi-get is one
 * RPC for each of them.
 *
 * @param why what they are, for people
 */
record ExpectedRpcs(int foreground, int background, String why) {

  static ExpectedRpcs of(Profile profile, Mode mode) {
    return switch (mode) {
      case RAW -> raw(profile);
      case RAW_BATCHED -> new ExpectedRpcs(2, 0, "1 multi-get + 1 batch");
      case TX -> tx(profile);
    };
  }

  boolean agreesWith(Row row) {
    return isExactly(foreground, row.rpcsForegroundPerTx())
        && isExactly(background, row.rpcsBackgroundPerTx());
  }

  private static boolean isExactly(int expected, Spread measured) {
    return measured.min() == expected && measured.max() == expected;
  }

  private static ExpectedRpcs raw(Profile profile) {
    return switch (profile) {
      case PRACTICAL -> new ExpectedRpcs(9, 0, "3 reads + 6 writes");
      case WORST_CASE -> new ExpectedRpcs(3, 0, "1 read + 2 writes");
    };
  }

  private static ExpectedRpcs tx(Profile profile) {
    return switch (profile) {
      case PRACTICAL -> new ExpectedRpcs(7, 2, "3 reads + 2 prewrites + 1 validation + 1 commit");
      case WORST_CASE ->
          new ExpectedRpcs(
              6, 2, "1 read + 1 multi-get of locks + 2 prewrites + 1 validation + 1 commit");
    };
  }
}
