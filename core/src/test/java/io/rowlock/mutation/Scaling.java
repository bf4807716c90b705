package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.protocol;

import java.util.List;

/**
 * Changes that harm nobody: limits so small that a schedule of a few dozen transactions gets to
 * what lies behind them. Some mutants make a mistake there.
 */
public final class Scaling {

  /** A doubt about a commit point is settled by a fence after one more try. */
  static final SourcePatch ONE_TRY = protocol("CommitPoint", "MAX_TRIES = 5", "MAX_TRIES = 1");

  /** A primary that has moved on is never enough: the secondaries are asked, if there are any. */
  static final SourcePatch SECONDARIES_ARE_ALWAYS_ASKED =
      protocol(
          "CommitPoint",
          "if (now.lock().decidedPart().wouldShow(plan.commitTimestamp())) {",
          "if (plan.secondaries().isEmpty()"
              + " && now.lock().decidedPart().wouldShow(plan.commitTimestamp())) {");

  /** A secondary's bytes are put to the proof when it was looked at twice. */
  static final SourcePatch ONE_LOOK = protocol("Secondaries", "MAX_LOOKS = 6", "MAX_LOOKS = 1");

  /** A row knows its last two writers. */
  static final SourcePatch ONE_FORMER_WRITER =
      protocol("WriterTrail", "MAX_ENTRIES = 16", "MAX_ENTRIES = 1");

  /** Ranges are validated row by row. */
  static final SourcePatch ONE_ROW_A_PAGE =
      protocol("ReadValidation", "PAGE_ROWS = 1_000", "PAGE_ROWS = 1");

  private Scaling() {}

  /** All at once. */
  public static List<SourcePatch> all() {
    return List.of(
        ONE_TRY, SECONDARIES_ARE_ALWAYS_ASKED, ONE_LOOK, ONE_FORMER_WRITER, ONE_ROW_A_PAGE);
  }
}
