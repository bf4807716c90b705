package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/**
 * Mistakes in the settlement of a commit point's answer ({@code CommitPoint}, {@code
 * CommitPointRequest}, {@code SecondaryEvidence}, {@code WriterTrail}).
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum CommitPointMutant implements Mutant {
  /** Mistake 8. */
  TRUST_FALSE(
      8,
      Promise.HONEST,
      500,
      guard(
          "CommitPoint",
          "settleTurnedDown",
          "return CompletableFuture.failedFuture(new LostRaceException(sent.write().key()));")),

  TRUST_SILENCE(
      0,
      Promise.HONEST,
      500,
      guard(
          "CommitPoint",
          "settleUnanswered",
          "return CompletableFuture.failedFuture(new LostRaceException(sent.write().key()));")),

  /** The first request may still be under way when the second is refused. */
  TRUST_A_LATER_REFUSAL(
      0, Promise.HONEST, 10_000, guard("CommitPoint", "isNeverApplied", "return !sent.isFirst();")),

  /** A coprocessor of others may have thrown it, after the write was applied. */
  TRUST_A_REFUSAL(
      0, Promise.ATOMIC, 500, guard("CommitPoint", "isNeverApplied", "return sent.isFirst();")),

  /** A stale server may answer the read behind a refused fence. */
  TRUST_A_REFUSED_FENCE(
      0,
      Promise.HONEST,
      30_000,
      guard(
          "CommitPoint",
          "takesNoWrite",
          "return fence.kind() == WriteOutcome.Kind.REJECTED && sent.isRefused();")),

  /** Mistake 9. */
  REFRESH_THE_EXPECTED_BYTES(
      9,
      Promise.ATOMIC,
      500,
      guard(
          "CommitPoint",
          "judgeReplaced",
          "if (now.lock() instanceof Stable && sent.left() > 0) { LockPlan plan = sent.locks();"
              + " return send(sent.with(List.of(writes.replace(plan.factsOf(plan.primary()),"
              + " now.key(), now.stored().lock(), sent.plan().committedLock(),"
              + " sent.write().data())))); }"
              + " return original(sent, now);")),

  /** Mistake 5, by the owner. */
  TRUST_AN_EARLIER_PRIMARY(
      5, Promise.HONEST, 10_000, guard("CommitPoint", "isFromThePast", "return false;")),

  /** A stale server may show it, while the commit stands above a later one. */
  COMMIT_OVER_AN_EARLIER_BEAT(
      0, Promise.ATOMIC, 20_000, guard("CommitPoint", "isLaterBeat", "return isOwn(plan, now);")),

  /** At another lock time; the first request may be applied yet. */
  MAKE_THE_COMMIT_ANEW(
      0,
      Promise.ATOMIC,
      2000,
      guard(
          "CommitPoint",
          "stillOpen",
          "return original(sent, now, next == sent.writes()"
              + " ? writesOver(sent.plan(), sent.attempt(), sent.attempt().held(now.key()))"
              + " : next);")),

  GIVE_UP_WITHOUT_A_FENCE(
      0,
      Promise.HONEST,
      2000,
      guard(
          "CommitPoint",
          "fence",
          "return CompletableFuture.failedFuture("
              + " ProtocolFailure.store(now.key(), \"Gave up\", sent.cause()));")),

  TRUST_A_FUTILE_FENCE(
      0, Promise.HONEST, 2000, guard("CommitPoint", "afterFence", "return fenced(sent);")),

  COMMIT_OVER_AN_UNAPPLIED_INTENT(
      0,
      Promise.DURABLE,
      10_000,
      guard("CommitPoint", "write", "return original(plan, row, expected, lock, List.of());")),

  REPORT_ANY_FAILURE_AS_FINAL(
      0,
      Promise.HONEST,
      10_000,
      guard(
          "CommitProtocol",
          "afterFailure",
          "return CommitPoint.isProof(failure) ? original(plan, attempt, request, failure)"
              + " : CompletableFuture.failedFuture(failure);")),

  FORGET_FORMER_WRITERS(0, Promise.HONEST, 2000, guard("WriterTrail", "names", "return false;")),

  TAKE_A_MISSING_TRACE_FOR_PROOF(
      16,
      Promise.HONEST,
      2000,
      guard(
          "CommitPoint",
          "judgeReplaced",
          "return CompletableFuture.failedFuture(new LostRaceException(now.key()));")),

  /** It may be the answer to a second delivery. */
  TRUST_FALSE_WHERE_NOTHING_SHOWS(
      0,
      Promise.HONEST,
      2000,
      guard(
          "CommitPoint",
          "undecided",
          "return CompletableFuture.failedFuture(new LostRaceException(sent.write().key()));")),

  /** An earlier request may have been applied. */
  TRUST_THE_LAST_ANSWER(
      0,
      Promise.HONEST,
      10_000,
      guard(
          "CommitPointRequest",
          "answeredWith",
          "return new CommitPointRequest(plan, attempt, writes, left, isFirst,"
              + " regionTurnedDown, refusal, outcome.isUnapplied(), outcome.cause());")),

  /** A request with the writes of others may have been applied before. */
  TRUST_THE_ANSWER_AFTER_A_SHARED_REQUEST(
      0,
      Promise.HONEST,
      90_000,
      guard(
          "SharedWrite",
          "afterOpen",
          "return outcome.kind() == WriteOutcome.Kind.NOT_EQUAL ? outcome : original(outcome);")),

  TRUST_A_TRAIL_THAT_ENDS_TOO_EARLY(
      0, Promise.HONEST, 2000, guard("WriterTrail", "reachesBackTo", "return !entries.isEmpty();"));

  private final Made made;

  CommitPointMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
