package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/** Mistakes of transactions that lock their rows before they run ({@code Escalation}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum EscalationMutant implements Mutant {
  /** Other clients may have treated the owner as dead, and have written since. */
  DO_NOT_VALIDATE_WHAT_WAS_HELD(
      0,
      Promise.SERIALIZABLE,
      20_000,
      patch(
          "ReadValidation",
          "return reader\n        .read(looks, waitPolicy)",
          "looks = looks.stream().filter(look ->"
              + " !java.util.Objects.requireNonNull(reads.row(look.key())).isHeldByAsker()).toList();"
              + " if (looks.isEmpty()) { return CompletableFuture.completedFuture(null); } return"
              + " reader.read(looks, waitPolicy)")),

  /** Rows that appear in the range are not locked. */
  DO_NOT_VALIDATE_RANGES_UNDER_AN_ESCALATION(
      6,
      Promise.SERIALIZABLE,
      40_000,
      patch(
          "CommitLayout",
          "boolean validates = !reads.ranges().isEmpty() ||",
          "boolean validates = (escalationLock == null && !reads.ranges().isEmpty()) ||")),

  /** Mistake 9: the transaction goes on under the identity of the escalation lock. */
  COMMIT_UNDER_THE_IDENTITY_OF_THE_ESCALATION(
      9,
      Promise.ATOMIC,
      20_000,
      patch(
          "CommitProtocol",
          "if (request.reservation().isInTurn()) {\n      return commit(request, request.id(), 1);",
          "if (request.reservation().isInTurn()) {\n"
              + "      return commit(request, request.reservation().escalationLock() == null ?"
              + " request.id() : request.reservation().escalationLock().id(), 1);")),

  /** A row that was held is not looked at again, let alone written on the condition that it is. */
  TAKE_HELD_ROWS_FOR_LOCKED(
      0,
      Promise.ATOMIC,
      20_000,
      patch(
          "Prewrite",
          "    attempt.sending(announcement.write());",
          "    if (announcement.row().base().isHeldByAsker()) {"
              + " attempt.holds(announcement.write(), announcement.lock()); return done(); }"
              + "    attempt.sending(announcement.write());")),

  /** A transaction with locks of its own waits for no other lock. */
  TAKE_ANY_LOCK_FOR_THE_ESCALATION(
      3,
      Promise.SERIALIZABLE,
      20_000,
      patch("WaitPolicy", "holder.id().equals(alias))", "alias != null)")),

  /** Mistake 2, by an escalation lock. */
  LOCK_A_COMMITTED_PRIMARY(
      2,
      Promise.DURABLE,
      20_000,
      patch(
          "EscalationPlanner",
          "planner.allOverwritable(found).thenApply(done -> found)",
          "CompletableFuture.completedFuture(found)"));

  private final Made made;

  EscalationMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
