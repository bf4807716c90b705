package io.rowlock.it;

import io.rowlock.mutation.SourcePatch;
import java.util.List;

/** The mistakes of section 11 of the protocol, as changes to the library's source. */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
enum Mistake {
  ROLL_BACK_TO_THE_OLD_BYTES(
      1,
      "anOwnerWakesAfterItsRollBack",
      patch("RowLock", "return new Stable(version, writer, fence + 1, trail);", "return this;")),

  OVERWRITE_A_COMMITTED_PRIMARY(
      2,
      "aCommittedPrimaryIsOverwritten",
      patch(
          "CommitPlanner",
          ": rollForward.secondaries(row.key(), committed);",
          ": CompletableFuture.completedFuture(true);")),

  BELIEVE_THAT_A_REFUSED_ROLL_FORWARD_IS_DONE(
      2,
      "aStaleServerRefusesARollForward",
      patch(
          "Secondaries",
          "applied\n                      ? CompletableFuture.completedFuture(true)",
          "applied || !applied ? CompletableFuture.completedFuture(true)")),

  VALIDATE_AGAINST_AN_UNDECIDED_ROW(
      3,
      "whatIsReadIsHeldByAnUndecidedTransaction",
      patch("Patience", "return holdsLocks && holder.id().equals(id);", "return holdsLocks;")),

  READ_UNDER_AN_UNDECIDED_LOCK(
      4,
      "aStaleServerShowsAnUndecidedPrimary",
      patch(
          "LockedReader",
          "if (patience.isOwn(holder)) {",
          "if (!holder.isPrimary()) {"
              + " return resolver.judge(row).thenCompose(verdict ->"
              + " verdict == LockResolver.Verdict.UNDECIDED"
              + " ? CompletableFuture.completedFuture(DecidedRow.heldByAsker(row))"
              + " : verdict == LockResolver.Verdict.COMMITTED"
              + " ? CompletableFuture.completedFuture(DecidedRow.committedButUnrolled(row, columns))"
              + " : afterChange(row.key(), holder, columns, patience, changes + 1));"
              + " } if (patience.isOwn(holder)) {")),

  ROLL_BACK_WITHOUT_PROOF(
      5,
      "aStaleServerShowsAnEarlierPrimary",
      patch(
          "LockResolver",
          "if (primary.lockTime() > expected && !past) {",
          "if (primary.lockTime() != expected) {")),

  COMMIT_DIRECTLY_WHAT_ALSO_READS(
      6,
      "whatIsOnlyReadIsWrittenBeforeTheCommitPoint",
      patch(
          "CommitPlan",
          "boolean isPrimaryDirect() {\n    return !validates;",
          "boolean isPrimaryDirect() {\n    return true;")),

  BELIEVE_FALSE(
      8,
      "aCommitPointIsDeliveredTwice",
      patch(
          "CommitPoint",
          "case NOT_EQUAL, MAYBE_APPLIED -> settle(sent, outcome.cause());",
          "case MAYBE_APPLIED -> settle(sent, outcome.cause());"
              + " case NOT_EQUAL ->"
              + " CompletableFuture.failedFuture(new LostRaceException(sent.write().key()));")),

  REFRESH_THE_EXPECTED_BYTES(
      9,
      "anOwnerWakesAfterItsRollBack",
      patch(
          "CommitPoint",
          "if (now.lock().decidedPart().wouldShow(plan.commitTimestamp())) {",
          "if (now.lock() instanceof RowLock.Stable && sent.left() > 0) {"
              + " return send(new Try(sent.attempt(), writes.replace("
              + "plan.factsOf(plan.primary()), now.key(), now.stored().lock(),"
              + " plan.committedLock(), sent.write().data()), sent.left() - 1)); }"
              + " if (now.lock().decidedPart().wouldShow(plan.commitTimestamp())) {")),

  LEAVE_OWN_ROWS_OUT_OF_RANGES(
      10,
      "aRowIsInsertedBecauseAScanFoundNothing",
      patch(
          "ReadValidation",
          "found.put(row.key().row(), row.version())",
          "found.put(row.key().row(),"
              + " row.isStable() ? row.version() : read.versionOf(row.key().row()))"),
      patch(
          "ReadSet",
          "return OptionalLong.of(range.versionOf(key.row()));",
          "return OptionalLong.empty();")),

  LET_THE_SERVER_STAMP_THE_LOCK(
      11,
      "theLastLocksAreFromTheFuture",
      new SourcePatch(
          "io.rowlock.internal.hbase.WriteRequests",
          "LockColumn.qualifier(), lock.time(), lock.bytes()",
          "LockColumn.qualifier(), lock.bytes()")),

  VACUUM_BY_AGE_OF_THE_VERSION(
      13,
      "aFreshFenceIsVacuumed",
      patch("LockVacuum", "Math.max(noted.time(), now.version())", "now.version()")),

  COMMIT_WHAT_THE_SERVER_WILL_REFUSE(
      14,
      "aFamilyIsUnknown",
      patch(
          "PlanLimits",
          "if (!facts.families().contains(family) || LockColumn.isFamily(family)) {",
          "if (LockColumn.isFamily(family)) {"),
      new SourcePatch(
          "io.rowlock.internal.transaction.MutationRules",
          "if (!facts.families().contains(family)) {",
          "if (family.length == 0) {")),

  WRITE_WITH_THE_TABLES_DURABILITY(
      14,
      "theTableIsWrittenAsynchronously",
      new SourcePatch(
          "io.rowlock.internal.hbase.TableDescriber",
          "? Durability.FSYNC_WAL\n        : Durability.SYNC_WAL",
          "? Durability.FSYNC_WAL\n        : descriptor.getDurability()"));

  private final int number;
  private final String interleaving;
  private final List<SourcePatch> patches;

  Mistake(int number, String interleaving, SourcePatch... patches) {
    this.number = number;
    this.interleaving = interleaving;
    this.patches = List.of(patches);
  }

  private static SourcePatch patch(String protocolClass, String find, String replacement) {
    return new SourcePatch("io.rowlock.internal.protocol." + protocolClass, find, replacement);
  }

  /** In the list of section 11. */
  int number() {
    return number;
  }

  /** The method of {@link Interleavings} that fails when the mistake is made. */
  String interleaving() {
    return interleaving;
  }

  List<SourcePatch> patches() {
    return patches;
  }
}
