package io.rowlock.it.recovery;

import io.rowlock.mutation.CommitPointMutant;
import io.rowlock.mutation.GuardChange;
import io.rowlock.mutation.LockMutant;
import io.rowlock.mutation.Mutant;
import io.rowlock.mutation.PlanMutant;
import io.rowlock.mutation.ReadMutant;
import io.rowlock.mutation.ResolverMutant;
import io.rowlock.mutation.RollForwardMutant;
import java.util.List;

/** The mistakes of section 11 of the protocol, as changes of the library's source. */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
enum Mistake {
  ROLL_BACK_TO_THE_OLD_BYTES(LockMutant.ROLL_BACK_TO_THE_OLD_BYTES, "ownerResumesAfterItsRollback"),

  OVERWRITE_A_COMMITTED_PRIMARY(
      PlanMutant.OVERWRITE_A_COMMITTED_PRIMARY, "writerOverwritesCommittedPrimary"),

  TAKE_A_REFUSED_ROLL_FORWARD_FOR_DONE(
      RollForwardMutant.TAKE_A_REFUSED_ROLL_FORWARD_FOR_DONE, "staleServerRefusesRollForward"),

  VALIDATE_AGAINST_AN_UNDECIDED_ROW(
      ReadMutant.VALIDATE_AGAINST_AN_UNDECIDED_ROW, "undecidedTransactionHoldsReadRow"),

  READ_UNDER_AN_UNDECIDED_LOCK(
      ReadMutant.READ_UNDER_AN_UNDECIDED_LOCK, "staleServerShowsUndecidedPrimary"),

  ROLL_BACK_WITHOUT_PROOF(ResolverMutant.ROLL_BACK_WITHOUT_PROOF, "staleServerShowsEarlierPrimary"),

  COMMIT_DIRECTLY_WHAT_ALSO_READS(
      PlanMutant.COMMIT_DIRECTLY_WHAT_ALSO_READS, "writerChangesReadRowBeforeCommitPoint"),

  TRUST_FALSE(CommitPointMutant.TRUST_FALSE, "networkDeliversCommitPointTwice"),

  REFRESH_THE_EXPECTED_BYTES(
      CommitPointMutant.REFRESH_THE_EXPECTED_BYTES, "ownerResumesAfterItsRollback"),

  LEAVE_OWN_ROWS_OUT_OF_RANGES(
      ReadMutant.LEAVE_OWN_ROWS_OUT_OF_RANGES, "twoTransactionsInsertMissingRow"),

  LET_THE_SERVER_STAMP_THE_LOCK(
      11,
      "lastLocksAreFromFuture",
      Mutant.guard(
          "WriteRequests",
          "putOfLock",
          "StoredLock lock = write.replacement();"
              + " Put put = new Put(write.key().row());"
              + " put.addColumn(LockColumn.family(), LockColumn.qualifier(), lock.bytes());"
              + " put.setDurability(write.durability());"
              + " return put;")),

  VACUUM_BY_AGE_OF_THE_VERSION(LockMutant.VACUUM_BY_AGE_OF_THE_VERSION, "vacuumMeetsFreshFence"),

  COMMIT_WHAT_THE_SERVER_WILL_REFUSE(
      13,
      "familyIsUnknown",
      Mutant.guard("PlanLimits", "checkFamilies", ""),
      Mutant.guard("MutationRules", "checkFamily", "")),

  WRITE_WITH_THE_TABLES_DURABILITY(
      13,
      "tableHasAsynchronousDurability",
      Mutant.guard("TableDescriber", "durability", "return descriptor.getDurability();"));

  private final int number;
  private final String interleaving;
  private final List<GuardChange> changes;

  Mistake(int number, String interleaving, GuardChange... changes) {
    this.number = number;
    this.interleaving = interleaving;
    this.changes = List.of(changes);
  }

  Mistake(Mutant mutant, String interleaving) {
    this.number = mutant.mistake();
    this.interleaving = interleaving;
    this.changes = mutant.changes();
  }

  /** The number in section 11. */
  int number() {
    return number;
  }

  /** The method of {@link Interleavings} that fails with the mistake. */
  String interleaving() {
    return interleaving;
  }

  List<GuardChange> changes() {
    return changes;
  }
}
