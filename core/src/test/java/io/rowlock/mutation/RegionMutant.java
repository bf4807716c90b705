package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/**
 * Mistakes in writes of several rows of a region ({@code RegionCommit}, {@code CommitPlanner},
 * {@code CommitPoint}, {@code GroupedWrites}).
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum RegionMutant implements Mutant {
  /** Mistake 7. */
  CHECK_UNDECIDED_BYTES(
      7,
      Promise.SERIALIZABLE,
      10_000,
      patch(
          "CommitPlanner",
          "if (again || !seen.isStable()) {",
          "if (again || !seen.isStable() || environment.random().nextBoolean()) {"),
      patch(
          "CommitPlanner",
          ".read(reads, reservation.waitPolicy(environment, settings.lockWait()))",
          ".read(reads.subList(0, written), reservation.waitPolicy(environment,"
              + " settings.lockWait())).thenCombine(reader.readLocks(reads.subList(written,"
              + " reads.size()).stream().map(RowRead::key).toList()), (rows, locks) -> {"
              + " List<DecidedRow> all = new ArrayList<>(rows); locks.forEach(lock ->"
              + " all.add(DecidedRow.heldByAsker(lock))); return all; })")),

  LEAVE_THE_REST_OF_THE_REGION_UNCHECKED(
      6,
      Promise.SERIALIZABLE,
      2000,
      patch(
          "RegionCommit",
          "new RegionWrite(writes, checked)",
          "new RegionWrite(writes, List.of())")),

  CHECK_WHATEVER_VERSION_IS_THERE(
      0, Promise.SERIALIZABLE, 2000, patch("RegionCommit", "reads.requireUnchanged(row);", "")),

  /** Mistake 8: a copy of the request may have been applied before. */
  BELIEVE_THAT_A_REGION_TURNS_DOWN(
      8,
      Promise.HONEST,
      500,
      patch(
          "CommitPoint",
          "case NOT_EQUAL, NOT_COLOCATED -> settle(sent.afterRefusal(), outcome.cause());",
          "case NOT_EQUAL, NOT_COLOCATED -> sent.plan().isRegionCommit() ?"
              + " CompletableFuture.failedFuture(new LostRaceException(sent.write().key()))"
              + " : settle(sent, outcome.cause());")),

  LEAVE_A_TURNED_DOWN_REQUEST_UNFENCED(
      0,
      Promise.HONEST,
      30_000,
      patch(
          "CommitPoint",
          "    if (sent.left() <= 0) {\n      return fence(sent, now, cause);",
          "    if (sent.regionTurnedDown()) { return CompletableFuture.failedFuture("
              + "new LostRaceException(now.key())); }"
              + " if (sent.left() <= 0) {\n      return fence(sent, now, cause);")),

  COUNT_AN_UNANSWERED_GROUP_AS_WRITTEN(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "GroupedWrites",
          "case APPLIED, MAYBE_APPLIED -> group.forEach(one -> answer(one, outcome));",
          "case APPLIED, MAYBE_APPLIED ->"
              + " group.forEach(one -> answer(one, WriteOutcome.APPLIED));")),

  COUNT_A_GROUP_THAT_IS_TURNED_DOWN_AS_WRITTEN(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "GroupedWrites",
          "case NOT_EQUAL, NOT_COLOCATED -> group.forEach(this::again);",
          "case NOT_EQUAL, NOT_COLOCATED ->"
              + " group.forEach(one -> answer(one, WriteOutcome.APPLIED));"));

  private final Made made;

  RegionMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
