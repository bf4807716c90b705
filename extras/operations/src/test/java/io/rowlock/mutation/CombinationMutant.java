package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/**
 * Mistakes in commits of several transactions as one ({@code Combination}, {@code CombinedCommit},
 * {@code KeptVersions}).
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum CombinationMutant implements Mutant {
  COMMIT_READERS_AS_ONE(
      0, Promise.SERIALIZABLE, 2000, guard("Combination", "mayCombine", "return true;")),

  COMMIT_WRITERS_OF_OTHER_ROWS_AS_ONE(
      0, Promise.ATOMIC, 2000, guard("Combination", "writesTheSameRows", "return true;")),

  WRITE_THE_LAST_MEMBER_ONLY(
      0, Promise.ATOMIC, 2000, guard("Combination", "composed", "return next.writes();")),

  COMMIT_TOGETHER_AS_THE_LEADER(
      0, Promise.ATOMIC, 2000, guard("Combination", "identity", "return leader.id();")),

  COMMIT_ALONE_AFTER_A_STOP(
      0, Promise.UNDELAYED, 2000, guard("CombinedCommit", "again", "return each(all, members);")),

  COMBINE_OVER_KEPT_VERSIONS(
      0, Promise.DURABLE, 2000, guard("KeptVersions", "mayReplace", "return true;")),

  PASS_A_GATE_THAT_IS_SHUT(
      0,
      Promise.HONEST,
      10_000,
      guard("CombinedGate", "pass", "own.pass(); members.get(0).pass();")),

  REPEAT_AFTER_AN_UNKNOWN_OUTCOME(
      0, Promise.ATOMIC, 8000, guard("CombinedGate", "shut", "return true;"));

  private final Made made;

  CombinationMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
