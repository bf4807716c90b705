package io.rowlock;

import static io.rowlock.MeasuredFolder.NOT_MEASURED;
import static io.rowlock.MeasuredFolder.spread;
import static io.rowlock.MeasuredFolder.text;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The rows of the tables of TPC-C, from the folders of {@code scripts/bench all}. */
record DocumentedTpcc(List<MeasuredFolder> folders) {
  static final String FOLDER = "tpcc-";

  /** Returns the modes of TPC-C on both layouts. */
  List<List<String>> modes() {
    return Stream.of("onetable", "normalized")
        .flatMap(layout -> modes(layout, MeasuredFolder.named(folders, FOLDER + layout)))
        .toList();
  }

  private static Stream<List<String>> modes(String layout, MeasuredFolder folder) {
    return folder.isMeasured()
        ? folder.figures("rows").map(row -> row(layout, folder, row))
        : Stream.of(List.of("`" + layout + "`", NOT_MEASURED, "", "", "", "", "", "", "", ""));
  }

  private static List<String> row(String layout, MeasuredFolder folder, JsonObject row) {
    String mode = text(row, "mode");
    return List.of(
        "`" + layout + "`",
        "`" + mode + "`",
        spread("%,.0f", row, "txPerSecond", 1),
        spread("%,.0f", row, "nopm", 1),
        spread("%.1f", row, "meanMillis", 1),
        spread("%.0f", row, "p95Millis", 1),
        spread("%.1f", row, "rpcsPerTx", 1),
        spread("%.1f", row, "rowMutationsPerTx", 1),
        text(row, "failures"),
        folder.ratio("tx", mode).map(ratio -> spread("%.2f", ratio, "spread", 1)).orElse(""));
  }

  /** Returns what transactions cost by TPC-C, for the first page. */
  List<List<String>> costs() {
    return List.of(
        List.of(
            "throughput, over the same work in plain batches that are not atomic",
            cost("raw-batched")
                + " ([TPC-C, 8 threads, servers in processes of their own, two cores]"
                + "(docs/benchmarks/tpcc.md#figures))"),
        List.of("the same, over plain requests that are sent one after the other", cost("raw")));
  }

  private String cost(String over) {
    String one = cost("onetable", over);
    String spread = cost("normalized", over);
    return one.equals(NOT_MEASURED) && spread.equals(NOT_MEASURED)
        ? NOT_MEASURED
        : "%s if related rows are in one region, %s if they are spread".formatted(one, spread);
  }

  private String cost(String layout, String over) {
    return MeasuredFolder.named(folders, FOLDER + layout)
        .ratio("tx", over)
        .map(DocumentedTpcc::median)
        .orElse(NOT_MEASURED);
  }

  private static String median(JsonObject ratio) {
    double median = ratio.getAsJsonObject("spread").get("median").getAsDouble();
    String mark = MeasuredFolder.isSettled(ratio) ? "" : " (in a run that had not settled)";
    return String.format(Locale.ROOT, "%.2f", median) + mark;
  }
}
