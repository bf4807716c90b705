package io.rowlock.bench.tpcc.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.business.DeferredDelivery;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Stages all files of a run; ledgers were written while it ran. */
public final class RunFiles {
  static final String OPERATIONS = "ops.csv";
  static final String PICTURE = "ops.png";

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
      ResultDirectory directory, RunResult result, DeliveryCsv deliveries, PrintWriter out)
      throws IOException {
    directory.stageJson(RunResult.FILE, result);
    directory.stage(OPERATIONS, OPERATION_TABLE.csv(result.ops()));
    Sheet.stage(() -> OperationsSection.picture(result.ops()), PICTURE, directory, out);
    directory.stage(DeliveryCsv.FILE, deliveries.toString().getBytes(UTF_8));
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
