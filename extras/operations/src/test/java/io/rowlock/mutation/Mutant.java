package io.rowlock.mutation;

import java.util.List;
import java.util.stream.Stream;

/** The library with one guard of the protocol dropped, or one mistake made. */
public interface Mutant {

  /** What it is called, in the table of docs/engineering/mutants.md too. */
  String name();

  /** What it breaks, and how. */
  Made made();

  /**
   * What there is to know of a mutant.
   *
   * @param mistake its number in section 11 of the protocol, 0 for those that are only dropped
   *     guards
   * @param promise that it breaks
   * @param within how many schedules it has to be found
   * @param changes how the library's source is changed
   */
  record Made(int mistake, Promise promise, int within, List<GuardChange> changes) {}

  default int mistake() {
    return made().mistake();
  }

  default Promise promise() {
    return made().promise();
  }

  default int within() {
    return made().within();
  }

  default List<GuardChange> changes() {
    return made().changes();
  }

  /** All of them. */
  static List<Mutant> all() {
    return Stream.<Mutant[]>of(
            PlanMutant.values(),
            PrewriteMutant.values(),
            CommitPointMutant.values(),
            ResolverMutant.values(),
            RollForwardMutant.values(),
            ReadMutant.values(),
            SnapshotMutant.values(),
            RegionMutant.values(),
            CombinationMutant.values(),
            LockMutant.values(),
            EscalationMutant.values(),
            TransactionMutant.values(),
            PrefetchMutant.values())
        .flatMap(Stream::of)
        .toList();
  }

  /** Another body for a guard: see {@link GuardChange}. */
  static GuardChange guard(String type, String guard, String body) {
    return new GuardChange(type, guard, body);
  }
}
