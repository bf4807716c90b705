package io.rowlock;

import static io.rowlock.MeasuredFolder.spread;
import static io.rowlock.MeasuredFolder.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The rows of the tables of figures, from the folders of {@code scripts/bench all}. */
record DocumentedFigures(List<MeasuredFolder> folders) {
  private static final double MICROS_PER_MILLI = 1_000;
  private static final Set<String> THROUGHPUT = Set.of("txPerSecond", "insertsPerSecond");
  private static final String CALLS = "call-throughput";

  /** The numbers of their columns below. */
  private static final List<Integer> PEERS = List.of(2, 3);

  /** What Rowlock is compared with, in the order of the columns, by the names of its modes. */
  private static final List<List<String>> OTHERS =
      List.of(
          List.of("raw", "raw check-and-put"),
          List.of("raw-batched"),
          List.of("haeinsa"),
          List.of("omid-low-latency"));

  /** Returns the folders, their commands and their origins. */
  List<List<String>> made() {
    return folders.stream().map(one -> List.of(one.link(""), one.command(), one.origin())).toList();
  }

  /** Returns all pictures, each with the name of its folder. */
  String pictures() {
    return folders.stream()
        .flatMap(
            one ->
                one.pictures().stream()
                    .map(file -> "![%1$s](%1$s/%2$s)\n".formatted(one.part().name(), file)))
        .collect(Collectors.joining("\n"));
  }

  /** Returns transactions beside the same work of others: a row for each series of Rowlock. */
  List<List<String>> transactions() {
    List<List<String>> rows = new ArrayList<>();
    for (MeasuredFolder folder : folders) {
      if (folder.part().name().startsWith(DocumentedTpcc.FOLDER)) {
        continue;
      }
      Map<JsonObject, List<JsonObject>> bySeries =
          folder
              .figures("ratios")
              .filter(ratio -> THROUGHPUT.contains(text(ratio, "figure")) && column(ratio) >= 0)
              .collect(
                  Collectors.groupingBy(
                      ratio -> ratio.getAsJsonObject("series"),
                      LinkedHashMap::new,
                      Collectors.toList()));
      bySeries.forEach((series, ratios) -> rows.add(row(folder, series, ratios)));
    }
    return rows;
  }

  /** Returns the measured cases in which a peer was faster. */
  List<List<String>> slower() {
    return folders.stream()
        .flatMap(
            folder ->
                folder
                    .figures("ratios")
                    .filter(ratio -> text(ratio, "figure").equals("txPerSecond"))
                    .filter(ratio -> PEERS.contains(column(ratio)) && isSlower(ratio))
                    .map(
                        ratio ->
                            List.of(
                                name(ratio.getAsJsonObject("series")),
                                text(ratio.getAsJsonObject("over"), "mode"),
                                spread("%.2f", ratio, "spread", 1),
                                folder.link("../benchmarks/"))))
        .toList();
  }

  private static boolean isSlower(JsonObject ratio) {
    return ratio.getAsJsonObject("spread").get("median").getAsDouble() < 1;
  }

  /** Returns the throughput of an unchanged application's calls. */
  List<List<String>> calls() {
    MeasuredFolder folder = MeasuredFolder.named(folders, CALLS);
    return folder
        .figures("ratios")
        .map(
            ratio ->
                List.of(
                    "`" + text(ratio.getAsJsonObject("series"), "call") + "`",
                    spread("%.2f", ratio, "spread", 1)))
        .toList();
  }

  /** The number of the column of what a ratio compares with; negative if there is none. */
  private static int column(JsonObject ratio) {
    JsonObject over = ratio.getAsJsonObject("over");
    String name = text(over, over.has("mode") ? "mode" : "kind");
    for (int i = 0; i < OTHERS.size(); i++) {
      if (OTHERS.get(i).contains(name)) {
        return i;
      }
    }
    return -1;
  }

  private static List<String> row(
      MeasuredFolder folder, JsonObject series, List<JsonObject> ratios) {
    JsonObject figures = figures(folder, series);
    String perSecond = text(ratios.get(0), "figure");
    List<String> cells = new ArrayList<>();
    cells.add(folder.link(""));
    cells.add(name(series));
    cells.add(spread("%,.0f", figures, perSecond, 1));
    cells.add(spread("%.1f", figures, "p50Micros", MICROS_PER_MILLI));
    cells.add(sum("%.1f", figures, "rpcsForegroundPerTx", "rpcsBackgroundPerTx", "rpcsPerTx"));
    cells.add(sum("%,.0f", figures, "clientCpuMicrosPerTx"));
    cells.add(sum("%,.0f", figures, "serverCpuMicrosPerTx"));
    for (int i = 0; i < OTHERS.size(); i++) {
      int column = i;
      cells.add(
          ratios.stream()
              .filter(ratio -> column(ratio) == column)
              .map(ratio -> spread("%.2f", ratio, "spread", 1))
              .collect(Collectors.joining()));
    }
    return cells;
  }

  /** Returns the sum of the medians that were measured; nothing if none was. */
  private static String sum(String format, JsonObject figures, String... names) {
    double[] medians =
        Stream.of(names)
            .filter(name -> figures.has(name) && figures.get(name).isJsonObject())
            .mapToDouble(name -> figures.getAsJsonObject(name).get("median").getAsDouble())
            .toArray();
    return medians.length == 0
        ? ""
        : String.format(Locale.ROOT, format, DoubleStream.of(medians).sum());
  }

  private static String name(JsonObject series) {
    return series.entrySet().stream()
        .map(
            field ->
                switch (field.getKey()) {
                  case "mode", "kind", "profile" -> field.getValue().getAsString();
                  default -> field.getKey() + " " + field.getValue().getAsString();
                })
        .collect(Collectors.joining(", "));
  }

  private static JsonObject figures(MeasuredFolder folder, JsonObject series) {
    return folder
        .figures("rows")
        .filter(
            row ->
                series.entrySet().stream()
                    .allMatch(field -> Objects.equals(row.get(field.getKey()), field.getValue())))
        .findFirst()
        .orElseThrow();
  }
}
