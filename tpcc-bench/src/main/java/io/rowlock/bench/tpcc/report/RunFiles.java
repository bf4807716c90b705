package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Stages all files of a run; ledgers were written while it ran. */
public final class RunFiles {
  static final String OPERATIONS = "ops.csv";
  static final String PICTURE = "ops.png";
  static final String DELIVERIES = "delivery.csv";

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

  /** Orders are written as {@code d:o}, and lists with spaces. */
  private static final Table<DeliveryLine> DELIVERY_TABLE =
      new Table<DeliveryLine>()
          .column("queued_millis", DeliveryLine::queuedMillis)
          .column("w", DeliveryLine::w)
          .column("carrier", DeliveryLine::carrier)
          .column("orders", line -> words(line.orders().entrySet()).replace('=', ':'))
          .column("skipped", line -> words(line.skipped()))
          .column("done_millis", DeliveryLine::doneMillis)
          .column("outcome", line -> line.failed() ? "FAILED" : "DONE");

  private RunFiles() {}

  private static String words(Collection<?> all) {
    return all.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  public static void stage(
      ResultDirectory directory, RunResult result, List<DeliveryLine> deliveries, PrintWriter out)
      throws IOException {
    directory.stageJson(RunResult.FILE, result);
    directory.stage(OPERATIONS, OPERATION_TABLE.csv(result.ops()));
    Sheet.stage(() -> OperationsSection.picture(result.ops()), PICTURE, directory, out);
    directory.stage(DELIVERIES, DELIVERY_TABLE.csv(deliveries));
  }
}
