package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.FaultyClient.Outcome;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.Fault;
import io.rowlock.it.kit.faults.WireCall.Kind;
import io.rowlock.it.recovery.Trial.Report;
import io.rowlock.it.recovery.Trial.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every fault at every step of every shape of commit: a run without faults counts the requests;
 * then one run for each request and fault.
 */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
@Tag("verify-all")
class StepMatrixIT {

  private static final Duration LEASE = Duration.ofMillis(500);
  private static final int AT_ONCE = 8;
  private static final int BETWEEN_LINES = 100;
  private static final int LEAST_TRIALS = 1000;

  /**
   * Attempts at a combination whose locks are settled late: pauses of the machine do not delay all.
   */
  private static final int TRIES = 3;

  /** The faults that apply to any request, and end no process. */
  private static final Set<Fault> FAULTS =
      EnumSet.complementOf(
          EnumSet.of(
              Fault.REFUSE_AS_STALE, Fault.ANSWER_AS_STALE, Fault.HALT_BEFORE, Fault.HALT_AFTER));

  private record Combination(TrialShape shape, Step step, Fault fault) {}

  private record Result(Combination combination, Report report) {}

  private final AsyncConnection onlooker;
  private final TransactionManager survivor;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Trial.Ground ground;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Queue<Result> results = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  StepMatrixIT(Connection connection) throws Exception {
    TableName table = TestTables.create(connection, "h", "n", "s");
    onlooker = ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get();
    survivor = TransactionManager.create(connection, RowlockOptions.builder().lease(LEASE).build());
    ground = new Trial.Ground(connection, onlooker, table, survivor, threads, LEASE);
  }

  @AfterAll
  void close() throws IOException {
    survivor.close();
    onlooker.close();
    threads.shutdownNow();
  }

  @Test
  void everyFaultAtEveryStep() throws Exception {
    Queue<Combination> combinations = new ConcurrentLinkedQueue<>(combinations());
    int planned = combinations.size();
    List<Callable<Object>> crew =
        Collections.nCopies(AT_ONCE, Executors.callable(() -> tryAll(combinations)));
    for (Future<Object> done : threads.invokeAll(crew)) {
      done.get();
    }
    print(planned);
    assertThat(failures).isEmpty();
    assertThat(results.stream().filter(result -> result.report().struck()).count())
        .as("faults that met their request")
        .isGreaterThanOrEqualTo(LEAST_TRIALS);
  }

  private List<Combination> combinations() throws Exception {
    List<Combination> combinations = new ArrayList<>();
    for (TrialShape shape : TrialShape.values()) {
      Report report = new Trial(ground, numbers.incrementAndGet(), shape).withoutFault();
      assertThat(report.outcome()).as("without faults: %s", shape).isEqualTo(Outcome.COMMITTED);
      for (Step step : steps(report)) {
        FAULTS.forEach(fault -> combinations.add(new Combination(shape, step, fault)));
      }
    }
    return combinations;
  }

  private static List<Step> steps(Report report) {
    List<Step> steps = new ArrayList<>();
    for (int write = 1; write <= report.writes(); write++) {
      steps.add(new Step(Kind.WRITE, write));
    }
    for (int read = 1; read <= report.reads(); read++) {
      steps.add(new Step(Kind.READ, read));
    }
    return steps;
  }

  private void tryAll(Queue<Combination> combinations) {
    for (Combination next = combinations.poll(); next != null; next = combinations.poll()) {
      tryOut(next);
      int done = results.size() + failures.size();
      if (done % BETWEEN_LINES == 0) {
        System.out.printf("Step matrix: %d done, %d bad%n", done, failures.size());
      }
    }
  }

  private void tryOut(Combination combination) {
    for (int tries = 1; ; tries++) {
      int number = numbers.incrementAndGet();
      try {
        Report report =
            new Trial(ground, number, combination.shape())
                .run(combination.fault(), combination.step());
        results.add(new Result(combination, report));
        return;
      } catch (Exception | AssertionError failed) {
        String failure = "trial " + number + ", " + combination + ": " + failed;
        if (tries == TRIES || !(failed instanceof Trial.SettledLate)) {
          failures.add(failure);
          return;
        }
        System.out.println("Step matrix: once more, because of " + failure);
      }
    }
  }

  private void print(int planned) {
    System.out.printf(
        "Step matrix: %d combinations of %d shapes and %d faults, lease %d ms%n",
        planned, TrialShape.values().length, FAULTS.size(), LEASE.toMillis());
    String line = "%-32s %6s %6s %7s %10s %14s %8s %5s %12s%n";
    System.out.printf(
        line,
        "shape",
        "steps",
        "runs",
        "struck",
        "committed",
        "not committed",
        "unknown",
        "gone",
        "settled, ms");
    for (TrialShape shape : TrialShape.values()) {
      List<Result> ofShape =
          results.stream().filter(result -> result.combination().shape() == shape).toList();
      System.out.printf(
          line,
          shape,
          ofShape.stream().map(result -> result.combination().step()).distinct().count(),
          ofShape.size(),
          ofShape.stream().filter(result -> result.report().struck()).count(),
          count(ofShape, Outcome.COMMITTED),
          count(ofShape, Outcome.NOT_COMMITTED),
          count(ofShape, Outcome.UNKNOWN),
          count(ofShape, Outcome.GONE),
          ofShape.stream().mapToLong(r -> r.report().settling().toMillis()).max().orElse(0));
    }
    results.stream()
        .max(Comparator.comparing((Result result) -> result.report().settling()))
        .ifPresent(slowest -> System.out.println("settled last: " + slowest));
    System.out.printf("%d good, %d bad%n", results.size(), failures.size());
  }

  private static long count(List<Result> results, Outcome outcome) {
    return results.stream().filter(result -> result.report().outcome() == outcome).count();
  }
}
