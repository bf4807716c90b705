package io.rowlock.bench.tpcc.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.business.DeferredDelivery;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.report.RunResult.Requests;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stages all files of a run; ledgers were written while it ran. */
public final class RunFiles {
  static final String TYPES = "summary.csv";
  static final String INTERVALS = "intervals.csv";
  static final String OPERATIONS = "ops.csv";
  static final String PICTURE = "ops.png";

  /** One line for each kind of business transaction; times in milliseconds. */
  private static final Table<TypeResult> TYPE_TABLE =
      new Table<TypeResult>()
          .column("type", TypeResult::type)
          .column("count", TypeResult::count)
          .number("mix_percent", 3, TypeResult::mixPercent)
          .number("mean_ms", 3, type -> type.latency().mean())
          .number("p50_ms", 3, type -> type.latency().p50())
          .number("p90_ms", 3, type -> type.latency().p90())
          .number("p95_ms", 3, type -> type.latency().p95())
          .number("p99_ms", 3, type -> type.latency().p99())
          .number("p999_ms", 3, type -> type.latency().p999())
          .number("max_ms", 3, type -> type.latency().max())
          .number("rolled_back_percent", 4, TypeResult::rolledBackPercent)
          .number("attempts_per_tx", 4, TypeResult::attemptsPerTransaction)
          .column("conflicts", TypeResult::conflicts)
          .column("give_ups", TypeResult::giveUps)
          .column("unknown", TypeResult::unknown)
          .column("errors", TypeResult::errors);

  private static final Table<Interval> INTERVAL_TABLE = intervals();

  /** One line for each class of operations; times in milliseconds. */
  private static final Table<OperationClass> OPERATION_TABLE =
      new Table<OperationClass>()
          .column("scope", OperationClass::scope)
          .column("type", OperationClass::type)
          .column("class", OperationClass::name)
          .column("count", OperationClass::count)
          .number("total_ms", 3, OperationClass::total)
          .number("percent", 2, OperationClass::percent)
          .number("mean_ms", 3, OperationClass::mean)
          .number("p50_ms", 3, OperationClass::p50)
          .number("p95_ms", 3, OperationClass::p95)
          .number("p99_ms", 3, OperationClass::p99)
          .number("max_ms", 3, OperationClass::max);

  private RunFiles() {}

  public static void stage(
      ResultDirectory directory,
      RunResult result,
      Histograms histograms,
      DeliveryCsv deliveries,
      PrintWriter out)
      throws IOException {
    directory.stageJson(RunResult.FILE, result);
    directory.stageJson(Summary.FILE, Summary.of(result));
    directory.stage(TYPES, TYPE_TABLE.csv(result.types()));
    directory.stage(INTERVALS, INTERVAL_TABLE.csv(result.intervals()));
    directory.stage(OPERATIONS, OPERATION_TABLE.csv(result.ops()));
    Sheet.stage(() -> OperationsSection.picture(result.ops()), PICTURE, directory, out);
    directory.stage(DeliveryCsv.FILE, deliveries.toString().getBytes(UTF_8));
    for (Kind kind : Kind.values()) {
      directory.stage(Histograms.file(kind), histograms.bytes(kind));
    }
  }

  /** First the ten numbers of sysbench's interval line, then further ones. */
  private static Table<Interval> intervals() {
    Table<Interval> table =
        new Table<Interval>()
            .number("time", 0, Interval::second)
            .column("threads", Interval::threads)
            .number("tps", 2, Interval::tps)
            .number("qps", 2, Interval::qps)
            .number("reads", 2, Interval::reads)
            .number("writes", 2, Interval::writes)
            .number("other", 2, Interval::others)
            .number("latency", 2, Interval::latencyMillis)
            .number("errors", 2, Interval::errors)
            .number("reconnects", 2, interval -> 0)
            .number("nopm", 0, Interval::nopm);
    for (Kind kind : Kind.values()) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      table.number(name, 2, interval -> interval.types().getOrDefault(kind, 0.0));
    }
    return table
        .number("rolled_back", 2, Interval::rolledBack)
        .number("conflicts", 2, Interval::conflicts)
        .number("give_ups", 2, Interval::giveUps);
  }

  /** {@code summary.json}: the main figures of a run. */
  record Summary(
      String mode,
      String layout,
      String profile,
      String banner,
      int warehouses,
      int threads,
      Totals totals,
      Requests requests,
      List<TypeResult> types,
      @JsonInclude(Include.NON_NULL) @Nullable Processes processes) {
    static final String FILE = "summary.json";

    static Summary of(RunResult result) {
      Settings settings = result.settings();
      return new Summary(
          settings.mode(),
          settings.layout(),
          settings.profile(),
          settings.banner(),
          settings.origin().scale().warehouses(),
          settings.threads(),
          result.totals(),
          result.requests(),
          result.types(),
          result.processes());
    }
  }

  /** {@code delivery.csv}: the result file of clause 2.7.2.2. Thread-safe. */
  public static final class DeliveryCsv {
    static final String FILE = "delivery.csv";
    static final String HEADER = "queued_millis,w,carrier,orders,skipped,done_millis,outcome";

    private final StringBuilder lines;

    public DeliveryCsv() {
      this("");
    }

    /** Begins with lines of earlier Deliveries. */
    public DeliveryCsv(String lines) {
      this.lines = new StringBuilder(lines);
    }

    /** Orders are written as {@code d:o}, and lists with spaces. */
    public synchronized void add(DeferredDelivery.Completed completed) {
      String orders =
          completed.delivered().stream()
              .map(order -> order.d() + ":" + order.o())
              .collect(Collectors.joining(" "));
      String skipped =
          completed.skipped().stream().map(String::valueOf).collect(Collectors.joining(" "));
      lines.append(
          "%d,%d,%d,%s,%s,%d,%s\n"
              .formatted(
                  completed.queued().millis(),
                  completed.queued().input().w(),
                  completed.queued().input().carrier(),
                  orders,
                  skipped,
                  completed.millis(),
                  completed.failure() == null ? "DONE" : "FAILED"));
    }

    /** Returns all lines but the header. */
    public synchronized String lines() {
      return lines.toString();
    }

    @Override
    public String toString() {
      return HEADER + "\n" + lines();
    }
  }
}
