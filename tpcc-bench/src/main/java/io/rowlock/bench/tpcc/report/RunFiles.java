package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.Pictures;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Stages all files of a run; ledgers were written while it ran. */
public final class RunFiles {
  static final String PICTURE = "ops.png";
  static final String DELIVERIES = "delivery.csv";

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
    Pictures.stage(() -> picture(result.ops()), PICTURE, directory, out);
    directory.stage(DELIVERIES, DELIVERY_TABLE.csv(deliveries));
  }

  /** The latencies of requests, of a run that sent some. */
  private static byte[] picture(List<OperationClass> classes) throws IOException {
    Map<String, List<Double>> quantiles = new LinkedHashMap<>();
    classes.stream()
        .filter(one -> one.scope().equals(OperationClass.REQUEST))
        .forEach(one -> quantiles.put(one.name(), one.quantiles()));
    return Pictures.png(List.of(Distributions.chart("Latency of requests", quantiles)));
  }
}
