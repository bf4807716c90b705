package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Spread;

/**
 * RPCs of a transaction without rivals, on one region server, and their explanation. With several
 * servers, a multi-get is one RPC for each of them.
 */
record ExpectedRpcs(Range foreground, Range background, String why) {

  /**
   * One transaction in a hundred may need another: it draws a row that the one before it is still
   * rolling forward, or a pause makes what it has seen of a lock too old.
   */
  private static final double CHANCE = 0.01;

  /** The possible numbers, which depend on the rows that share a region. */
  record Range(int least, int most) {
    boolean holds(Spread measured) {
      return measured.min() >= least - CHANCE && measured.max() <= most + CHANCE;
    }

    @Override
    public String toString() {
      return least == most ? Integer.toString(least) : least + " to " + most;
    }
  }

  static ExpectedRpcs of(Profile profile, Mode mode, boolean colocated) {
    return switch (mode) {
      case RAW -> raw(profile);
      case RAW_BATCHED -> exactly(2, 0, "1 multi-get + 1 batch");
      case TX ->
          colocated
              ? oneRegion(profile, profile.rowsRead(), "reads")
              : fourRegions(profile, profile.rowsRead(), "reads");
      case TX_BATCHED ->
          colocated ? oneRegion(profile, 1, "multi-get") : fourRegions(profile, 1, "multi-get");
      case HAEINSA -> haeinsa(profile);
      case OMID -> omid(profile, "1 batch of commits by its server");
      case OMID_LOW_LATENCY -> omid(profile, "1 commit");
    };
  }

  boolean agreesWith(Row<Series> row) {
    return foreground.holds(row.spread(Series.RPCS_FOREGROUND_PER_TX))
        && background.holds(row.spread(Series.RPCS_BACKGROUND_PER_TX));
  }

  private static ExpectedRpcs exactly(int foreground, int background, String why) {
    return new ExpectedRpcs(
        new Range(foreground, foreground), new Range(background, background), why);
  }

  private static ExpectedRpcs raw(Profile profile) {
    int reads = profile.rowsRead();
    int writes = profile.rowsWritten() * profile.columnsWritten();
    return exactly(reads + writes, 0, count(reads, "read") + " + " + writes + " writes");
  }

  /** Rows of a transfer lie in two regions, those of other profiles in random ones. */
  private static ExpectedRpcs fourRegions(Profile profile, int reads, String kind) {
    String before = before(profile, reads, kind);
    return profile == Profile.TRANSFER
        ? exactly(reads + 2, 2, before + " + 1 prewrite + 1 commit")
        : new ExpectedRpcs(
            new Range(reads + 1, reads + 4),
            new Range(0, 2),
            before + " + up to 2 prewrites + up to 1 validation + 1 commit");
  }

  private static ExpectedRpcs oneRegion(Profile profile, int reads, String kind) {
    return exactly(reads + 1, 0, before(profile, reads, kind) + " + 1 commit");
  }

  private static String before(Profile profile, int reads, String kind) {
    return profile.writesFirst() ? "1 multi-get of a row and of locks" : reads + " " + kind;
  }

  private static ExpectedRpcs haeinsa(Profile profile) {
    int written = profile.rowsWritten();
    int onlyRead = profile.rowsOnlyRead();
    String why = "%d reads of rows or locks + %s + %s + 1 commit + %d rows made stable";
    return exactly(
        3 * written + 2 * onlyRead + 1,
        0,
        why.formatted(
            written + onlyRead, count(written, "prewrite"), count(onlyRead, "check"), written));
  }

  /** Does not include requests to the timestamp server. */
  private static ExpectedRpcs omid(Profile profile, String commit) {
    int reads = profile.rowsRead();
    String why = "%s + 1 batch + %s + 1 batch of shadow cells + 1 delete";
    return exactly(reads + 4, 0, why.formatted(count(reads, "read"), commit));
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
