package io.rowlock;

import static io.rowlock.MeasuredFolder.NOT_MEASURED;
import static io.rowlock.MeasuredFolder.has;
import static io.rowlock.MeasuredFolder.named;
import static io.rowlock.MeasuredFolder.spread;
import static io.rowlock.MeasuredFolder.text;
import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Our figures beside those that other projects have published, from the folders of {@code
 * scripts/bench all}.
 */
record DocumentedPublished(List<MeasuredFolder> folders) {
  private static final String TX = "txPerSecond";
  private static final double MICROS_PER_MILLI = 1_000;
  private static final double PERCENT = 100;

  /** Returns a row for each figure: its name, ours, and its files. */
  List<List<String>> rows() {
    return List.of(
        row(
            "Haeinsa, *practical*",
            () -> profile("practical"),
            "profile-one-region",
            "profile-four-regions",
            "profile-one-region-batched"),
        row(
            "Haeinsa, *worst-case*",
            () -> profile("worst-case"),
            "profile-one-region",
            "profile-four-regions",
            "profile-one-region-batched"),
        row("Haeinsa, 20 to 1,000 ECU", this::growth, "growth-delay"),
        row("Haeinsa, production", this::production, "profile-production"),
        row("Warp (HyperDex), TPC-C", this::warp, "tpcc-onetable", "tpcc-normalized"),
        row("HarperDB 4.4, replicated writes", this::inserts, "inserts-replicated"),
        row(
            "Dolt, TPC-C by sysbench",
            this::sysbench,
            "tpcc-beside-mariadb",
            "tpcc-sysbench-normalized"),
        row("MySQL, on Dolt's page", this::mariaDb, "tpcc-beside-mariadb"),
        row(
            "Dolt, latency by class of query",
            this::classes,
            "tpcc-beside-mariadb",
            "tpcc-sysbench-normalized"));
  }

  private List<String> row(String figure, Supplier<String> ours, String... names) {
    List<MeasuredFolder> used = Stream.of(names).map(name -> named(folders, name)).toList();
    boolean isMeasured = used.stream().allMatch(MeasuredFolder::isMeasured);
    return List.of(
        figure,
        isMeasured ? ours.get() : NOT_MEASURED,
        used.stream().map(folder -> folder.link("")).collect(joining(", ")));
  }

  private String profile(String profile) {
    return "%s of the throughput of plain requests in one region, %s in four; %s of plain batches in one region; 8 threads"
        .formatted(
            profile("profile-one-region", profile, "tx", "raw"),
            profile("profile-four-regions", profile, "tx", "raw"),
            profile("profile-one-region-batched", profile, "tx-batched", "raw-batched"));
  }

  private String profile(String folder, String profile, String mode, String over) {
    return ratio(folder, Map.of("profile", profile, "mode", mode, "threads", 8), over, TX);
  }

  private String ratio(String folder, Map<String, Object> series, String over, String figure) {
    JsonObject ratio = named(folders, folder).ratio(series, over, figure).orElseThrow();
    return spread("%.2f", ratio, "spread", 1);
  }

  private String growth() {
    return Stream.of("practical", "worst-case")
        .map(
            profile ->
                "*%s* on %s servers: %s transactions/s, p50 %s ms, processor time %s + %s ms"
                    .formatted(
                        profile,
                        grown(profile, row -> text(row, "servers")),
                        grown(profile, row -> median("%.0f", row, TX, 1)),
                        grown(profile, row -> median("%.0f", row, "p50Micros", MICROS_PER_MILLI)),
                        grown(
                            profile,
                            row -> median("%.1f", row, "cpuMicrosPerTx", MICROS_PER_MILLI)),
                        grown(
                            profile,
                            row -> median("%.1f", row, "serverCpuMicrosPerTx", MICROS_PER_MILLI))))
        .collect(joining("; "));
  }

  private String grown(String profile, Function<JsonObject, String> cell) {
    return named(folders, "growth-delay")
        .figures("rows")
        .filter(row -> has(row, Map.of("profile", profile)))
        .map(cell)
        .collect(joining(", "));
  }

  private static String median(String format, JsonObject row, String name, double unit) {
    double median = row.getAsJsonObject(name).get("median").getAsDouble();
    return String.format(Locale.ROOT, format, median / unit);
  }

  private String production() {
    JsonObject row = named(folders, "profile-production").figures("rows").findFirst().orElseThrow();
    return "conflicts %s %% of the transactions, failures after retries %s %%"
        .formatted(
            spread("%.4f", row, "conflictsPerTx", 1 / PERCENT),
            spread("%.4f", row, "failedPerTx", 1 / PERCENT));
  }

  private String warp() {
    return Stream.of("onetable", "normalized")
        .map(
            layout ->
                "`%s`: %s of plain batches, %s of single requests, %s of two-phase commit; mean latency %s times that of plain batches"
                    .formatted(
                        layout,
                        ratio("tpcc-" + layout, Map.of("mode", "tx"), "raw-batched", TX),
                        ratio("tpcc-" + layout, Map.of("mode", "tx"), "raw", TX),
                        ratio("tpcc-" + layout, Map.of("mode", "tx"), "2pc", TX),
                        ratio("tpcc-" + layout, Map.of("mode", "tx"), "raw-batched", "meanMillis")))
        .collect(joining("; "));
  }

  private String inserts() {
    return Stream.of("uuid", "seq")
        .map(
            ids ->
                "%s ids: %s of the records a second that HBase's buffered mutator makes visible on both clusters"
                    .formatted(
                        ids,
                        ratio(
                            "inserts-replicated",
                            Map.of("ids", ids, "mode", "tx"),
                            "raw-batched",
                            "visiblePerSecond")))
        .collect(joining("; "));
  }

  private String sysbench() {
    return sysbench("tpcc-beside-mariadb") + "; " + sysbench("tpcc-sysbench-normalized");
  }

  private String sysbench(String name) {
    JsonObject totals = totals(name);
    double operations =
        Stream.of("reads", "writes", "others")
            .mapToDouble(kind -> totals.get(kind).getAsDouble())
            .sum();
    return String.format(
        Locale.ROOT,
        "%.0f transactions/s, %,.0f row operations/s, 95 %% within %.1f ms, %d failed (`%s`)",
        totals.get("transactionsPerSecond").getAsDouble(),
        operations / totals.get("seconds").getAsDouble(),
        totals.get("percentile").getAsDouble(),
        totals.get("failures").getAsInt(),
        text(named(folders, name).summary().getAsJsonObject("settings"), "layout"));
  }

  private JsonObject totals(String name) {
    return named(folders, name).summary().getAsJsonObject("totals");
  }

  private String mariaDb() {
    String output = named(folders, "tpcc-beside-mariadb").text("mariadb/written.txt");
    double perSecond = number(output, "transactions: +\\d+ +\\((.+) per sec");
    double ours = totals("tpcc-beside-mariadb").get("transactionsPerSecond").getAsDouble();
    return String.format(
        Locale.ROOT,
        "MariaDB on the same machine: %.0f transactions/s, %,.0f queries/s, 95 %% within %.1f ms; Rowlock some minutes later %.0f transactions/s: %.2f",
        perSecond,
        number(output, "queries: +\\d+ +\\((.+) per sec"),
        number(output, "95th percentile: +(.+)"),
        ours,
        ours / perSecond);
  }

  private static double number(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("sysbench has written no " + pattern);
    }
    return Double.parseDouble(found.group(1));
  }

  private String classes() {
    return "95 %% of the point reads within %s ms, of range reads within %s ms, of commits with one request within %s ms (`onetable`); point reads %s, prewrites %s, commits %s ms (`normalized`)"
        .formatted(
            p95("tpcc-beside-mariadb", "point_read"),
            p95("tpcc-beside-mariadb", "range_read"),
            p95("tpcc-beside-mariadb", "region_commit"),
            p95("tpcc-sysbench-normalized", "point_read"),
            p95("tpcc-sysbench-normalized", "prewrite"),
            p95("tpcc-sysbench-normalized", "commit"));
  }

  private String p95(String name, String request) {
    return named(folders, name)
        .figures("ops")
        .filter(one -> has(one, Map.of("scope", "request", "type", "all", "class", request)))
        .map(one -> String.format(Locale.ROOT, "%.1f", one.get("p95").getAsDouble()))
        .findFirst()
        .orElseThrow();
  }
}
