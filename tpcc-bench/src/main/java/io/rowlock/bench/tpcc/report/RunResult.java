package io.rowlock.bench.tpcc.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.json}: all that is needed to repeat a run, and to compare it with another.
 *
 * @param format of this file
 * @param intervals without the warm-up
 * @param ops classes of operations, for {@code ops.csv}
 * @param processes null if there were no client processes
 */
public record RunResult(
    int format,
    Settings settings,
    Environment environment,
    Regions regions,
    Totals totals,
    List<TypeResult> types,
    Deliveries deliveries,
    Requests requests,
    List<Interval> intervals,
    List<Constraint> constraints,
    List<OperationClass> ops,
    @JsonInclude(Include.NON_NULL) @Nullable Processes processes) {

  public static final String FILE = "run.json";

  /** The version of the format; it grows when older readers cannot read a new file. */
  public static final int FORMAT = 1;

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

  /** The result of an earlier run in a directory. */
  public static RunResult read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.isReadable(file)) {
      throw new IOException("There is no readable " + FILE + " in " + directory);
    }
    try {
      JsonNode tree = MAPPER.readTree(Files.readAllBytes(file));
      int format = tree.path("format").asInt();
      if (format != FORMAT) {
        throw new IOException("it has the format %d, not %d".formatted(format, FORMAT));
      }
      addProcesses(tree);
      return MAPPER.treeToValue(tree, RunResult.class);
    } catch (IOException e) {
      throw new IOException(file + " is no result of bench tpcc: " + e.getMessage(), e);
    }
  }

  /** Completes results of the time before there were client processes. */
  private static void addProcesses(JsonNode tree) {
    if (tree instanceof ObjectNode result && tree.path("settings") instanceof ObjectNode settings) {
      result.putIfAbsent("processes", NullNode.getInstance());
      settings.putIfAbsent("clients", IntNode.valueOf(0));
      settings.putIfAbsent("rpcDelay", IntNode.valueOf(0));
    }
  }

  /** A figure of a type; 0 when the run has no such type. */
  double ofType(String type, ToDoubleFunction<TypeResult> value) {
    return types.stream().filter(one -> one.type().equals(type)).mapToDouble(value).sum();
  }

  double requestsPerTransaction(String kind) {
    return (double) requests.rpcs().getOrDefault(kind, 0L) / Math.max(1, totals.transactions());
  }

  /** Returns a copy with classes of operations. */
  public RunResult with(List<OperationClass> classes) {
    return new RunResult(
        format,
        settings,
        environment,
        regions,
        totals,
        types,
        deliveries,
        requests,
        intervals,
        constraints,
        List.copyOf(classes),
        processes);
  }

  /**
   * What client processes did.
   *
   * @param transactions completed ones of each
   * @param fairness Jain's index of these
   * @param clientMicros processor time of the clients by completed transaction
   * @param serverMicros the same of the servers; null if they have no processes of their own here
   */
  public record Processes(
      List<Long> transactions,
      double fairness,
      double clientMicros,
      @Nullable Double serverMicros) {}

  /**
   * How the tables lay, by their names.
   *
   * @param before regions of each table before the run
   * @param after the same after it
   * @param peers clusters that HBase replicates to
   */
  public record Regions(
      Map<String, Integer> before, Map<String, Integer> after, List<String> peers) {}

  /**
   * What reached region servers in the measured time.
   *
   * @param rpcs requests by their kinds
   * @param rpcsPerTransaction by completed business transactions
   * @param rowMutationsPerTransaction rows written, and locks with them, each time
   * @param expectedRpcs in this mode, counted by hand; 0 without a count
   * @param expectedRowMutations the same
   * @param library Rowlock's own counters; empty in other modes
   */
  public record Requests(
      Map<String, Long> rpcs,
      double rpcsPerTransaction,
      double rowMutationsPerTransaction,
      double expectedRpcs,
      double expectedRowMutations,
      Map<String, Long> library) {}

  /**
   * What became of Deliveries queued by the end of the measured time, the warm-up included.
   *
   * @param waiting at the end of the measured time: much of it means that terminals were answered
   *     faster than the work was done
   * @param completed without a failure, until all were tried
   * @param latency of those queued and done in the measured time, from the queueing to the end
   * @param withinLimit those of {@code latency} that took no longer than 80 s
   * @param skipped Deliveries that found no order in one district at least
   * @param skippedDistricts districts without an order, all together
   */
  public record Deliveries(
      long queued,
      long waiting,
      long completed,
      long failed,
      Latency latency,
      long withinLimit,
      long skipped,
      long skippedDistricts,
      long orders) {}

  /**
   * All business transactions together.
   *
   * @param seconds the measured time
   * @param transactions completed ones
   * @param nopm New-Orders a minute, as the driver has counted them, rolled back ones included
   * @param nopmDatabase the same by D_NEXT_O_ID: orders made between the beginning and the end of
   *     the measured time, to which those rolled back are added
   * @param reads gets and scans that the business transactions requested
   * @param writes rows that they have put, deleted or added to
   * @param others begins and ends
   * @param failures errors, give-ups and unknown outcomes
   * @param latency of all types together
   * @param percentile the requested percentile, in milliseconds
   * @param latencySum in milliseconds
   * @param fairness among threads
   */
  public record Totals(
      double seconds,
      long transactions,
      double transactionsPerSecond,
      double nopm,
      double nopmDatabase,
      long reads,
      long writes,
      long others,
      long failures,
      Latency latency,
      double percentile,
      double latencySum,
      Fairness fairness) {

    /** Business transactions and busy seconds per thread: means and standard deviations. */
    public record Fairness(
        double events, double eventsDeviation, double seconds, double secondsDeviation) {}
  }

  /**
   * Business transactions of one kind that ended in the measured time.
   *
   * @param type such as {@code New-Order}; {@link Histograms} names its file after it
   * @param count completed transactions, with those that rolled back as intended; for Delivery, the
   *     queued ones
   * @param mixPercent of all
   * @param latency of completed ones, from the time they were due or begun, every retry and wait
   *     included
   * @param rolledBack those that rolled back as intended
   * @param attempts all attempts of the completed transactions
   * @param conflicts attempts that failed because of another transaction
   * @param giveUps transactions that used up their retries
   * @param unknown transactions for which it is not known whether they were committed
   * @param errors transactions that failed for another reason
   */
  public record TypeResult(
      String type,
      long count,
      double mixPercent,
      Latency latency,
      long rolledBack,
      double rolledBackPercent,
      long attempts,
      double attemptsPerTransaction,
      long conflicts,
      long giveUps,
      long unknown,
      long errors) {}

  /**
   * The figures of an interval that ended so many seconds after the begin; rates are per second of
   * the interval, the latency is at the chosen percentile.
   */
  public record Interval(
      double second,
      int threads,
      double tps,
      double reads,
      double writes,
      double others,
      double latencyMillis,
      double errors,
      double nopm,
      Map<Kind, Double> types,
      double rolledBack,
      double conflicts,
      double giveUps) {

    public double qps() {
      return reads + writes + others;
    }
  }

  /**
   * A requirement of the specification on a run: what was measured, in the unit of the bound, the
   * interval that contains the true value with 99.7 %, which is a point when nothing was sampled,
   * and the samples that a sure verdict needs.
   */
  public record Constraint(
      String group,
      String what,
      double measured,
      String bound,
      double lower,
      double upper,
      long samples,
      long samplesNeeded,
      Verdict verdict) {

    /** Whether a constraint is met. */
    public enum Verdict {
      OK("[OK]"),
      NG("[NG]"),
      TOO_FEW("[n/a: too few]"),
      /** The constraint does not apply, such as that on remote rows with one warehouse. */
      NOT_APPLICABLE("[n/a]");

      private final String mark;

      Verdict(String mark) {
        this.mark = mark;
      }

      public String mark() {
        return mark;
      }
    }
  }
}
