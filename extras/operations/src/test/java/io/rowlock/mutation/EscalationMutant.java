package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/** Mistakes of transactions that lock their rows before they run ({@code RowHolds}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum EscalationMutant implements Mutant {
  /** Others may have taken the owner for dead, and have written since. */
  DO_NOT_VALIDATE_WHAT_WAS_HELD(
      0,
      Promise.SERIALIZABLE,
      20_000,
      guard(
          "ReadValidation",
          "rows",
          "Set<RowKey> all = new java.util.HashSet<>(held);"
              + " reads.rows().values().stream().filter(DecidedRow::isHeldByCaller)"
              + " .forEach(row -> all.add(row.key()));"
              + " return original(reads, all, waitPolicy);")),

  /** No lock covers rows that appear. */
  DO_NOT_VALIDATE_RANGES_UNDER_AN_ESCALATION(
      6,
      Promise.SERIALIZABLE,
      40_000,
      guard(
          "CommitLayout",
          "of",
          "ReadSet rowsOnly = new ReadSet();"
              + " reads.rows().values().forEach(rowsOnly::addRow);"
              + " return original(hold.id() == null ? reads : rowsOnly,"
              + " rows, bases, map, hold, limits);")),

  /** Mistake 9: the transaction goes on under the identity of the hold. */
  COMMIT_UNDER_THE_IDENTITY_OF_THE_ESCALATION(
      9,
      Promise.ATOMIC,
      20_000,
      guard(
          "CommitProtocol",
          "commit(CommitRequest)",
          "TransactionId held = request.hold().id();"
              + " return held == null ? original(request) : commit(request, held, 1);")),

  /** A row that was held is not looked at again, let alone written on the condition that it is. */
  TAKE_HELD_ROWS_FOR_LOCKED(
      0,
      Promise.ATOMIC,
      20_000,
      guard(
          "Prewrite",
          "begin",
          "if (!announcement.row().base().isHeldByCaller()) {"
              + " return original(attempt, announcement, left); }"
              + " attempt.holds(announcement.write(), announcement.lock()); return Async.DONE;")),

  /** A transaction with locks of its own waits for no other lock. */
  TAKE_ANY_LOCK_FOR_THE_ESCALATION(
      3,
      Promise.SERIALIZABLE,
      20_000,
      guard(
          "WaitPolicy",
          "isOwn",
          "return holdsLocks && (holder.id().equals(id) || alias != null);")),

  /** The next transaction's lock is over the state before the commit. */
  LEAVE_THE_LOCK_OVER_THE_STATE_BEFORE(
      0,
      Promise.SERIALIZABLE,
      20_000,
      guard(
          "HandOver", "next", "return original(nextTurn, row, row.base(), id, planned, tables);")),

  /** A commit whose answer is lost must find its trace below the next transaction's lock. */
  LEAVE_NO_TRACE_BELOW_THE_LOCK(
      0,
      Promise.HONEST,
      20_000,
      guard(
          "HandOver",
          "next",
          "return original(nextTurn, row, new Stable(written.version(), null, 0,"
              + " written.trail()), id, planned, tables);")),

  /** The other rows are not rolled forward yet, and this row alone tells that they must be. */
  HAND_OVER_ONE_OF_SEVERAL_ROWS(
      2, Promise.ATOMIC, 20_000, guard("CommitPlanner", "isOnlyRow", "return true;")),

  /** The lock of the transaction itself is left, not one of another attempt. */
  LEAVE_THE_OWN_ESCALATION_LOCK(
      9,
      Promise.DURABLE,
      20_000,
      guard(
          "HandOver",
          "next",
          "return original(nextTurn, row, written, row.locked().lock()"
              + " instanceof Prewritten mine ? mine.id() : id, planned, tables);")),

  /** Mistake 2, by a hold. */
  LOCK_A_COMMITTED_PRIMARY(
      2,
      Promise.DURABLE,
      20_000,
      guard("RowHolds", "overwritable", "return CompletableFuture.completedFuture(found);"));

  private final Made made;

  EscalationMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
