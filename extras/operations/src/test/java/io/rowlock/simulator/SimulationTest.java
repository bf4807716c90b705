package io.rowlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.simulator.Batch.Limit;
import io.rowlock.simulator.Batch.Violation;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Searches for schedules that break a promise.
 *
 * <p>{@code scripts/simulate} runs many more of them. A failure names its seed, which is enough to
 * repeat it, and the shortest schedule that fails.
 */
class SimulationTest {

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  /** How long every build tries fresh seeds. */
  private static final long SECONDS = Long.getLong("rowlock.simulation.seconds", 20);

  /** Events that must happen sometimes, because otherwise the tests would cover little. */
  private static final List<String> INTERESTING =
      List.of(
          "transactions COMMITTED",
          "transactions CONFLICT",
          "transactions UNKNOWN",
          "transactions OPEN",
          "beats",
          "fences",
          "rolled back",
          "rolled back by others",
          "rolled forward",
          "rolled forward by others",
          "rows held",
          SimulatedReads.ON_THE_SIDE,
          "prewritten over own escalation lock",
          LockAudit.HANDED_OVER,
          "prewritten over unrolled intent",
          "prewritten over committed primary",
          "single writes",
          "vacuum CHANGED",
          "vacuum DELETED",
          "settled ROLLED_BACK",
          "settled ROLLED_FORWARD",
          "runs whose order was checked");

  @Test
  void knownSeedsBreakNoPromise() throws Exception {
    Counts counts = run(new Limit(1, 1_000, () -> true), false).counts();
    assertThat(INTERESTING).allSatisfy(event -> assertThat(counts.of(event)).isPositive());
    assertThat(Fault.values()).allSatisfy(fault -> assertThat(counts.of(fault)).isPositive());
  }

  @Test
  void wrongHintsBreakNoPromise() throws Exception {
    Batch batch =
        new Batch(
            seed -> Plan.of(seed).withWrongHints(true),
            new Limit(1, 500, () -> true),
            false,
            done -> {});
    batch.run(THREADS).ifPresent(SimulationTest::fail);
    assertThat(batch.counts().of("transactions COMMITTED")).isPositive();
  }

  @Test
  void freshSeedsBreakNoPromise() throws Exception {
    long first = new SecureRandom().nextLong() >>> 16;
    System.out.println("simulating fresh seeds from " + first);
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    run(new Limit(first, Long.MAX_VALUE, () -> System.nanoTime() < end), false);
  }

  @Test
  void noCrashAtAnyRequestBreaksAPromise() throws Exception {
    long seeds = 4;
    Batch batch = run(new Limit(15, seeds, () -> true), true); // in the last one, locks go on
    assertThat(batch.counts().of(Fault.CRASH)).isEqualTo(batch.schedules() - seeds);
    assertThat(batch.schedules()).isGreaterThan(500);
    assertThat(batch.counts().of(LockAudit.HANDED_OVER)).isPositive();
  }

  private static Batch run(Limit limit, boolean crashesEverywhere) throws Exception {
    Batch batch = new Batch(Plan::of, limit, crashesEverywhere, done -> {});
    Optional<Violation> violation = batch.run(THREADS);
    violation.ifPresent(SimulationTest::fail);
    return batch;
  }

  private static void fail(Violation found) {
    Violation smallest = new Shrinker(2_000).shrink(found);
    throw new AssertionError(
        found + "\nthe shortest schedule that fails:\n" + Trace.of(smallest.plan()), found.what());
  }

  @Test
  void aSeedAlwaysGivesTheSameRun() {
    for (long seed = 1; seed <= 20; seed++) {
      assertThat(Trace.of(Plan.of(seed))).isEqualTo(Trace.of(Plan.of(seed)));
    }
    assertThat(Trace.of(Plan.of(1))).isNotEqualTo(Trace.of(Plan.of(2)));
    assertThat(Trace.of(Plan.of(1)))
        .doesNotContainPattern("[a-z]@[0-9a-f]{5}"); // addresses are not repeatable
  }
}
