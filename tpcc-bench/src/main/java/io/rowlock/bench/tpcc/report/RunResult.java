package io.rowlock.bench.tpcc.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.json}: all that is needed to repeat a run, and to compare it with another.
 *
 * @param intervals without the warm-up
 * @param ops the times by class of operation
 * @param processes null if there were no client processes
 */
public record RunResult(
    Settings settings,
    Environment environment,
    Totals totals,
    List<TypeResult> types,
    Requests requests,
    List<Interval> intervals,
    List<Constraint> constraints,
    List<OperationClass> ops,
    @JsonInclude(Include.NON_NULL) @Nullable Processes processes) {

  public static final String FILE = "run.json";

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
   * What reached region servers in the measured time.
   *
   * @param rpcs requests by their kinds
   * @param rpcsPerTransaction by completed business transactions
   * @param rowMutationsPerTransaction rows written, and locks with them, each time
   * @param library Rowlock's own counters; empty in other modes
   */
  public record Requests(
      Map<String, Long> rpcs,
      double rpcsPerTransaction,
      double rowMutationsPerTransaction,
      Map<String, Long> library) {}

  /**
   * What became of Deliveries, the warm-up included.
   *
   * @param waiting not done at the end of the measured time: many of them mean that terminals were
   *     answered faster than the work was done
   * @param completed without a failure, until all were tried
   * @param latency of completed ones, from the queueing to the end
   * @param withinLimit those of {@code latency} that took no longer than the limit
   * @param skipped completed ones that found no order in one district at least
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
      long orders) {
    public static final int LIMIT_SECONDS = 80;

    /** Counts Deliveries of a run whose measured time ended then. */
    public static Deliveries of(List<DeliveryLine> all, long endMillis) {
      List<DeliveryLine> done = all.stream().filter(line -> !line.failed()).toList();
      Histogram micros = Histograms.empty();
      done.forEach(line -> micros.recordValue(line.micros()));
      long limit = TimeUnit.SECONDS.toMicros(LIMIT_SECONDS);
      return new Deliveries(
          all.size(),
          all.stream().filter(line -> line.doneMillis() > endMillis).count(),
          done.size(),
          all.size() - done.size(),
          Latency.of(micros),
          done.stream().filter(line -> line.micros() <= limit).count(),
          done.stream().filter(line -> !line.skipped().isEmpty()).count(),
          done.stream().mapToInt(line -> line.skipped().size()).sum(),
          all.stream().mapToInt(line -> line.orders().size()).sum());
    }

    /** All of it in words. */
    public String text() {
      return String.format(
          Locale.ROOT,
          "Deliveries, warm-up and rest included: %d queued, %d done (%d orders), %d failed, %d"
              + " not done at the end; mean until done %.2f ms, p90 %.2f ms, max %.2f ms, %d within"
              + " %d s; %d skipped %d districts",
          queued,
          completed,
          orders,
          failed,
          waiting,
          latency.mean(),
          latency.p90(),
          latency.max(),
          withinLimit,
          LIMIT_SECONDS,
          skipped,
          skippedDistricts);
    }
  }

  /**
   * All business transactions together.
   *
   * @param seconds the measured time
   * @param transactions completed ones
   * @param nopm New-Orders a minute, as the driver has counted them, rolled back ones included
   * @param nopmDatabase the same by D_NEXT_O_ID: orders made between the beginning and the end of
   *     the measured time, to which those rolled back are added
   * @param operations gets and scans that the business transactions requested, rows that they have
   *     put, deleted or added to, begins and ends
   * @param failures errors, give-ups and unknown outcomes
   * @param latency of all types together
   */
  public record Totals(
      double seconds,
      long transactions,
      double transactionsPerSecond,
      double nopm,
      double nopmDatabase,
      Operations.Counts operations,
      long failures,
      Latency latency,
      Deliveries deliveries) {}

  /**
   * Business transactions of one kind that ended in the measured time.
   *
   * @param type such as {@code New-Order}
   * @param count completed transactions, with those that rolled back as intended; for Delivery, the
   *     queued ones
   * @param mixPercent of all
   * @param latency of completed ones, every retry and wait included
   * @param rolledBack those that rolled back as intended
   * @param attempts all attempts of the completed transactions
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
      Losses losses) {

    /**
     * What did not succeed.
     *
     * @param conflicts attempts that failed because of another transaction
     * @param giveUps transactions that used up their retries
     * @param unknown transactions for which it is not known whether they were committed
     * @param errors transactions that failed for another reason
     */
    public record Losses(long conflicts, long giveUps, long unknown, long errors) {}
  }

  /**
   * The figures of an interval that ended so many seconds after the begin; rates are per second of
   * the interval, 95 % of the latencies are below the one here.
   */
  public record Interval(
      double second,
      int threads,
      double tps,
      Rates operations,
      double latencyMillis,
      double errors,
      double nopm,
      Map<Kind, Double> types,
      Lost lost) {

    /** What business transactions requested. */
    public record Rates(double reads, double writes, double others) {}

    /** Intended rollbacks, attempts that lost, and transactions that gave up. */
    public record Lost(double rolledBack, double conflicts, double giveUps) {}
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
