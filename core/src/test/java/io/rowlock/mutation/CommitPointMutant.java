package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.protocol;

import java.util.List;

/**
 * Mistakes in the settlement of a commit point's answer ({@code CommitPoint}, {@code
 * SecondariesTestimony}, {@code WriterTrail}).
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum CommitPointMutant implements Mutant {
  /** Mistake 8. */
  BELIEVE_FALSE(
      8,
      Promise.HONEST,
      500,
      protocol(
          "CommitPoint",
          "case NOT_EQUAL, APART -> settle(sent.afterRefusal(), outcome.cause());",
          "case NOT_EQUAL, APART ->"
              + " CompletableFuture.failedFuture(new LostRaceException(sent.write().key()));")),

  BELIEVE_SILENCE(
      0,
      Promise.HONEST,
      500,
      protocol(
          "CommitPoint",
          "case MAYBE_APPLIED -> settle(sent, outcome.cause());",
          "case MAYBE_APPLIED ->"
              + " CompletableFuture.failedFuture(new LostRaceException(sent.write().key()));")),

  /** The first request may still be under way when the second is refused. */
  BELIEVE_A_LATER_REFUSAL(
      0,
      Promise.HONEST,
      10_000,
      protocol("CommitPoint", "sent.isFirst() && outcome.isUnheard()\n", "!sent.isFirst()\n")),

  /** A coprocessor of others may have thrown it, after the write was applied. */
  BELIEVE_A_REFUSAL(
      0,
      Promise.ATOMIC,
      500,
      protocol("CommitPoint", "sent.isFirst() && outcome.isUnheard()\n", "sent.isFirst()\n")),

  /** A stale server may answer the read behind a refused fence. */
  BELIEVE_A_REFUSED_FENCE(
      0,
      Promise.HONEST,
      30_000,
      protocol(
          "CommitPoint",
          "boolean isBarred = fence.isBarred() && sent.isBarred();",
          "boolean isBarred = fence.kind() == WriteOutcome.Kind.REJECTED && sent.isRefused();")),

  /** Mistake 9. */
  REFRESH_THE_EXPECTED_BYTES(
      9,
      Promise.ATOMIC,
      500,
      protocol(
          "CommitPoint",
          "if (now.lock().decidedPart().wouldShow(plan.commitTimestamp())) {",
          "if (now.lock() instanceof RowLock.Stable && sent.left() > 0) {"
              + " return send(sent.with(List.of(writes.replace("
              + "plan.factsOf(plan.primary()), now.key(), now.stored().lock(),"
              + " plan.committedLock(), sent.write().data())))); }"
              + " if (now.lock().decidedPart().wouldShow(plan.commitTimestamp())) {")),

  /** Mistake 5, by the owner. */
  BELIEVE_AN_EARLIER_PRIMARY(
      5,
      Promise.HONEST,
      10_000,
      protocol(
          "CommitPoint", "if (isFromThePast(plan, expected, now)) {", "if (now.lockTime() < 0) {")),

  /** A stale server may show it, while the commit stands above a later one. */
  COMMIT_OVER_AN_EARLIER_BEAT(
      0,
      Promise.ATOMIC,
      20_000,
      protocol(
          "CommitPoint",
          "&& (expected == null || now.lockTime() > expected.time());",
          "&& (expected == null || now.lockTime() != expected.time());")),

  /** At another lock time; the first request may be applied yet. */
  MAKE_THE_COMMIT_ANEW(
      0,
      Promise.ATOMIC,
      2000,
      protocol(
          "CommitPoint",
          "return stillOpen(sent, now, sent.writes(), cause);",
          "return stillOpen(sent, now,"
              + " writesOver(sent.attempt(), sent.attempt().held(now.key())), cause);")),

  GIVE_UP_WITHOUT_A_FENCE(
      0,
      Promise.HONEST,
      2000,
      protocol(
          "CommitPoint",
          "return fence(sent, now, cause);",
          "return CompletableFuture.failedFuture("
              + "ProtocolFailure.store(now.key(), \"Gave up\", cause));")),

  BELIEVE_IN_A_FUTILE_FENCE(
      0,
      Promise.HONEST,
      2000,
      protocol(
          "CommitPoint",
          "if (outcome.isApplied()) {\n      RowKey primary",
          "if (sent.left() <= 0) {\n      RowKey primary")),

  COMMIT_OVER_AN_UNAPPLIED_INTENT(
      0,
      Promise.DURABLE,
      10_000,
      protocol(
          "CommitPoint",
          "List<Mutation> data = new ArrayList<>(unrolled);",
          "List<Mutation> data = new ArrayList<>();")),

  REPORT_ANY_FAILURE_AS_FINAL(
      0,
      Promise.HONEST,
      500,
      protocol(
          "CommitProtocol",
          ": CompletableFuture.failedFuture(attempt.unknown(failure)));",
          ": CompletableFuture.failedFuture(failure));")),

  FORGET_FORMER_WRITERS(
      0,
      Promise.HONEST,
      2000,
      protocol(
          "WriterTrail",
          "return entries.stream().anyMatch(entry -> id.equals(entry.writer()));",
          "return false;")),

  TAKE_A_MISSING_TRACE_FOR_PROOF(
      17,
      Promise.HONEST,
      2000,
      protocol(
          "CommitPoint",
          "if (now.lock().decidedPart().wouldShow(plan.commitTimestamp())) {",
          "if (now.lockTime() >= 0) {")),

  TRUST_A_TRAIL_THAT_ENDS_TOO_EARLY(
      0,
      Promise.HONEST,
      2000,
      protocol(
          "WriterTrail",
          "!entries.isEmpty() && entries.get(entries.size() - 1).version() <= commitTimestamp",
          "!entries.isEmpty()"));

  private final Made made;

  CommitPointMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
