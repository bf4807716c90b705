package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/** Mistakes behind the commit point ({@code RollForward}, {@code Secondaries}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum RollForwardMutant implements Mutant {
  /** Mistake 2: a stale server has answered. */
  BELIEVE_THAT_A_REFUSED_ROLL_FORWARD_IS_DONE(
      2,
      Promise.ATOMIC,
      500,
      patch("Secondaries", ".thenApply(told -> told.isApplied());", ".thenApply(told -> true);")),

  /** Mistake 2: by the owner. */
  SETTLE_BEFORE_ALL_SECONDARIES_ARE_DONE(
      2,
      Promise.ATOMIC,
      500,
      patch(
          "RollForward",
          "held, (Committed) primary.lock())\n"
              + "        .thenCompose(allDone -> allDone ? settle(primary) : nothing())",
          "held, (Committed) primary.lock())\n"
              + "        .thenCompose(allDone -> settle(primary))")),

  /** Mistake 2: by a helper. */
  SETTLE_FOR_ANOTHER_BEFORE_ALL_SECONDARIES_ARE_DONE(
      2,
      Promise.ATOMIC,
      500,
      patch(
          "RollForward",
          "primary.key(), (Committed) primary.lock())\n"
              + "        .thenCompose(allDone -> allDone ? settle(primary) : nothing())",
          "primary.key(), (Committed) primary.lock())\n"
              + "        .thenCompose(allDone -> settle(primary))")),

  /** Mistake 2: an older secondary without a lock was vacuumed, or a stale server has answered. */
  TAKE_AN_OLDER_SECONDARY_FOR_DONE(
      2,
      Promise.ATOMIC,
      5_000,
      patch(
          "Secondaries",
          "if (left == 0) {",
          "if (left == 0 && row.lock() instanceof Stable) {\n"
              + "      return CompletableFuture.completedFuture(true);\n    }\n"
              + "    if (left == 0) {")),

  /** The same without a second look. */
  TAKE_AN_OLDER_SECONDARY_FOR_DONE_AT_ONCE(
      0,
      Promise.ATOMIC,
      10_000,
      patch(
          "Secondaries",
          "if (left == 0) {",
          "if (row.lock() instanceof Stable) {\n"
              + "      return CompletableFuture.completedFuture(true);\n    }\n"
              + "    if (left == 0) {")),

  /** The rows count as done when the last was tried. */
  COUNT_ONE_SECONDARY_FOR_ALL(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "Secondaries",
          "return Async.all(done).thenApply(all -> !all.contains(false));",
          "return Async.all(done).thenApply(all -> all.contains(true));"),
      patch(
          "Secondaries",
          "return Async.all(done);\n"
              + "            })\n"
              + "        .thenApply(all -> !all.contains(false));",
          "return Async.all(done);\n"
              + "            })\n"
              + "        .thenApply(all -> all.contains(true));"));

  private final Made made;

  RollForwardMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
