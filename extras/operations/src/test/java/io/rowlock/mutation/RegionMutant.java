package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/**
 * Mistakes in writes of several rows of a region ({@code RegionCommit}, {@code CommitPlanner},
 * {@code CommitPoint}, {@code CoalescingStore}).
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum RegionMutant implements Mutant {
  /** Mistake 7. */
  CHECK_UNDECIDED_BYTES(
      7,
      Promise.SERIALIZABLE,
      30_000,
      guard("CommitPlanner", "mayChange", "return true;"),
      guard(
          "CommitPlanner",
          "fetch",
          "List<RowKey> onlyRead ="
              + " reads.subList(written, reads.size()).stream().map(RowRead::key).toList();"
              + " return original(reads.subList(0, written), written, hold)"
              + " .thenCombine(reader.readLocks(onlyRead), (rows, locks) -> {"
              + " List<DecidedRow> all = new ArrayList<>(rows);"
              + " locks.forEach(lock -> all.add(DecidedRow.heldByCaller(lock))); return all; });")),

  LEAVE_THE_REST_OF_THE_REGION_UNCHECKED(
      6,
      Promise.SERIALIZABLE,
      2000,
      guard("RegionCommit", "request", "return new RegionWrite(writes, List.of());")),

  CHECK_WHATEVER_VERSION_IS_THERE(
      0,
      Promise.SERIALIZABLE,
      2000,
      guard("RegionCommit", "condition", "return new LockCondition(row.key(), row.storedLock());")),

  /** Mistake 8: a copy of the request may have been applied before. */
  TRUST_A_REGION_THAT_TURNS_DOWN(
      8,
      Promise.HONEST,
      500,
      guard(
          "CommitPoint",
          "settleTurnedDown",
          "return sent.plan().isRegionCommit()"
              + " ? CompletableFuture.failedFuture(new LostRaceException(sent.write().key()))"
              + " : original(sent);")),

  LEAVE_A_TURNED_DOWN_REQUEST_UNFENCED(
      0,
      Promise.HONEST,
      30_000,
      guard(
          "CommitPoint",
          "stillOpen",
          "return sent.regionTurnedDown()"
              + " ? CompletableFuture.failedFuture(new LostRaceException(now.key()))"
              + " : original(sent, now, next);")),

  COUNT_AN_UNANSWERED_GROUP_AS_WRITTEN(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "SharedWrite",
          "answerAll",
          "parts.forEach(part -> part.answer().complete(WriteOutcome.APPLIED));")),

  COUNT_A_GROUP_THAT_IS_TURNED_DOWN_AS_WRITTEN(
      0,
      Promise.ATOMIC,
      500,
      guard("SharedWrite", "sendAgain", "part.answer().complete(WriteOutcome.APPLIED);")),

  SHARE_A_REQUEST_WITH_ANOTHER_WRITER_OF_THE_ROW(
      0, Promise.ATOMIC, 2000, guard("SharedWrite", "isIndependent", "return true;"));

  private final Made made;

  RegionMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
