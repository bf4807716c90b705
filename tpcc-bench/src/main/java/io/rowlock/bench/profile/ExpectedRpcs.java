package io.rowlock.bench.profile;

import io.rowlock.bench.measure.Spread;

/**
 * RPCs of a transaction that meets nobody, on one region server. With several, a multi-get is one
 * RPC for each of them.
 *
 * @param why what they are, for people
 */
record ExpectedRpcs(int foreground, int background, String why) {

  static ExpectedRpcs of(Profile profile, Mode mode, boolean colocated) {
    return switch (mode) {
      case RAW -> raw(profile);
      case RAW_BATCHED -> new ExpectedRpcs(2, 0, "1 multi-get + 1 batch");
      case TX -> colocated ? oneRegion(profile) : fourRegions(profile);
      case HAEINSA -> haeinsa(profile);
      case OMID -> omid(profile, "1 batch of commits by its server");
      case OMID_LOW_LATENCY -> omid(profile, "1 commit");
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
    int reads = profile.rowsRead();
    int writes = profile.cellsWritten();
    return new ExpectedRpcs(reads + writes, 0, count(reads, "read") + " + " + writes + " writes");
  }

  private static ExpectedRpcs fourRegions(Profile profile) {
    return switch (profile) {
      case PRACTICAL -> new ExpectedRpcs(7, 2, "3 reads + 2 prewrites + 1 validation + 1 commit");
      case WORST_CASE ->
          new ExpectedRpcs(
              6, 2, "1 read + 1 multi-get of locks + 2 prewrites + 1 validation + 1 commit");
      case TRANSFER -> new ExpectedRpcs(4, 2, "2 reads + 1 prewrite + 1 commit");
    };
  }

  private static ExpectedRpcs oneRegion(Profile profile) {
    return fourRegions(profile);
  }

  private static ExpectedRpcs haeinsa(Profile profile) {
    int written = profile.rowsWritten();
    int onlyRead = profile.rowsOnlyRead();
    return new ExpectedRpcs(
        3 * written + 2 * onlyRead + 1,
        0,
        (written + onlyRead)
            + " reads of rows or locks + "
            + count(written, "prewrite")
            + " + "
            + count(onlyRead, "check")
            + " + 1 commit + "
            + written
            + " rows made stable");
  }

  /** Its requests to its timestamp server are none to HBase. */
  private static ExpectedRpcs omid(Profile profile, String commit) {
    int reads = profile.rowsRead();
    return new ExpectedRpcs(
        reads + 4,
        0,
        count(reads, "read") + " + 1 batch + " + commit + " + 1 batch of shadow cells + 1 delete");
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
