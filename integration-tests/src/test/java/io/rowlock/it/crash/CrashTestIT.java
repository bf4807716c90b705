package io.rowlock.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step;
import io.rowlock.it.crash.Figures.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * A short crash test with real processes and {@code kill -9}. Then the evidence is changed, and the
 * verdict must notice each change.
 */
@Tag("verify-all")
@TestInstance(Lifecycle.PER_CLASS)
class CrashTestIT {

  private static final Path DIRECTORY = Path.of("target", "crash-test-it").toAbsolutePath();
  private static final Duration TIME = Duration.ofSeconds(25);

  /** Some dozens of transactions. */
  private static final int ENOUGH_WRITTEN = 10_000;

  private static final Consumer<String> PROGRESS = System.out::println;

  private Figures figures;
  private Evidence evidence;

  @BeforeAll
  void runOnce() throws Exception {
    long seed = ThreadLocalRandom.current().nextLong(1_000_000);
    CrashOptions options = new CrashOptions(DIRECTORY, TIME, 2, 2, seed);
    System.out.println("CrashTestIT: seed " + seed + ", files in " + DIRECTORY);
    try (CrashRun run = CrashRun.start(options, PROGRESS)) {
      figures = run.figures();
      run.strike(() -> isEnough(run));
      evidence = run.recover();
    }
  }

  /** A minimum of work, so that the test stays meaningful on a slow machine. */
  private boolean isEnough(CrashRun run) throws IOException {
    return figures.clientKills() >= 2
        && figures.of(Kind.CLIENTS_KILLED_AT_A_STEP) >= 1
        && figures.of(Kind.CLIENTS_PAUSED) >= 1
        && figures.serverKills() >= 1
        && run.written() > ENOUGH_WRITTEN;
  }

  @AfterAll
  void report() {
    if (evidence != null) {
      new CrashReport(figures, evidence, Verdict.of(evidence)).lines().forEach(PROGRESS);
    }
  }

  @Test
  void crashesLoseNothing() {
    Verdict verdict = Verdict.of(evidence);
    assertThat(verdict.broken()).isEmpty();
    assertThat(verdict.anomalies()).isEmpty();
  }

  @Test
  void runHadFaultsAndTransactions() {
    assertThat(figures.clientKills()).isGreaterThanOrEqualTo(2);
    assertThat(figures.serverKills()).isGreaterThanOrEqualTo(1);
    assertThat(figures.of(Kind.CLIENTS_KILLED_AT_A_STEP)).isGreaterThanOrEqualTo(1);
    assertThat(figures.of(Kind.CLIENTS_PAUSED)).isGreaterThanOrEqualTo(1);
    assertThat(evidence.transactions())
        .filteredOn(transaction -> transaction.outcome() == Outcome.OK)
        .hasSizeGreaterThan(20);
  }

  @Test
  void verdictNoticesLostWrite() {
    Step.Append append = committedAppend();
    assertIsNoticed(evidence.transactions(), without(append));
  }

  @Test
  void verdictNoticesMissingAcknowledgedTransaction() {
    HistoryTransaction never =
        new HistoryTransaction(
            "T0", 0, 0, 1, Outcome.OK, List.of(new Step.Append(committedAppend().key(), 7)));
    assertIsNoticed(and(never), evidence.lists());
  }

  /** Two appends of one transaction whose client died; one of them is missing. */
  @Test
  void verdictNoticesHalfTransaction() {
    Step.Append lost = new Step.Append(committedAppend().key(), 7);
    Step.Append there = new Step.Append("list-00-0", 7);
    Map<String, List<Long>> lists = new HashMap<>(evidence.lists());
    lists.put(there.key(), List.of(7L));
    HistoryTransaction half =
        new HistoryTransaction("T0", 0, 0, Long.MAX_VALUE, Outcome.INFO, List.of(lost, there));
    assertIsNoticed(and(half), lists);
  }

  @Test
  void verdictNoticesVisibleFailedTransaction() {
    Step.Append append = committedAppend();
    List<HistoryTransaction> transactions = new ArrayList<>();
    for (HistoryTransaction one : evidence.transactions()) {
      transactions.add(one.steps().contains(append) ? failed(one) : one);
    }
    assertIsNoticed(transactions, evidence.lists());
  }

  @Test
  void verdictNoticesRemainingLock() {
    Evidence left =
        new Evidence(
            evidence.transactions(), evidence.open(), evidence.lists(), 1, List.of("a lock"));
    assertThat(Verdict.of(left).broken()).isNotEmpty();
  }

  private void assertIsNoticed(
      List<HistoryTransaction> transactions, Map<String, List<Long>> lists) {
    Verdict verdict = Verdict.of(new Evidence(transactions, evidence.open(), lists, 0, List.of()));
    assertThat(verdict.broken()).isNotEmpty();
    assertThat(verdict.anomalies()).isNotEmpty();
  }

  private Step.Append committedAppend() {
    return evidence.transactions().stream()
        .filter(transaction -> transaction.outcome() == Outcome.OK)
        .flatMap(transaction -> transaction.steps().stream())
        .filter(Step.Append.class::isInstance)
        .map(Step.Append.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private Map<String, List<Long>> without(Step.Append append) {
    Map<String, List<Long>> lists = new HashMap<>(evidence.lists());
    List<Long> rest = new ArrayList<>(lists.get(append.key()));
    boolean unused = rest.remove((Long) append.element());
    lists.put(append.key(), rest);
    return lists;
  }

  private List<HistoryTransaction> and(HistoryTransaction more) {
    List<HistoryTransaction> all = new ArrayList<>(evidence.transactions());
    all.add(more);
    return all;
  }

  private static HistoryTransaction failed(HistoryTransaction one) {
    return new HistoryTransaction(
        one.name(), one.process(), one.beginNanos(), one.endNanos(), Outcome.FAIL, one.steps());
  }
}
