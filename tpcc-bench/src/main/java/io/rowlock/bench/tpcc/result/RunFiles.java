package io.rowlock.bench.tpcc.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.measure.Json;
import io.rowlock.bench.measure.ResultDirectory;
import io.rowlock.bench.tpcc.business.Kind;
import java.io.IOException;

/** Stages all files of a run; {@code ledger.csv} was written while it ran. */
public final class RunFiles {
  private RunFiles() {}

  public static void stage(
      ResultDirectory directory, RunResult result, Histograms histograms, DeliveryCsv deliveries)
      throws IOException {
    directory.stage(RunResult.FILE, Json.of(result));
    directory.stage(Summary.FILE, Json.of(Summary.of(result)));
    directory.stage(SummaryCsv.FILE, SummaryCsv.of(result.types()).getBytes(UTF_8));
    directory.stage(IntervalsCsv.FILE, IntervalsCsv.of(result.intervals()).getBytes(UTF_8));
    directory.stage(OpsCsv.FILE, OpsCsv.of(result.ops()).getBytes(UTF_8));
    directory.stage(DeliveryCsv.FILE, deliveries.toString().getBytes(UTF_8));
    for (Kind kind : Kind.values()) {
      directory.stage(Histograms.file(kind), histograms.bytes(kind));
    }
  }
}
