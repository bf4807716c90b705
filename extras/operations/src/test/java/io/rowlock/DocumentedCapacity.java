package io.rowlock;

import static io.rowlock.MeasuredFolder.NOT_MEASURED;
import static io.rowlock.MeasuredFolder.has;
import static io.rowlock.MeasuredFolder.spread;
import static io.rowlock.MeasuredFolder.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The rows of the tables of capacity, from the folders of {@code scripts/bench all}. */
record DocumentedCapacity(List<MeasuredFolder> folders) {
  private static final double MICROS_PER_SECOND = 1e6;
  private static final String SERVERS = "serverCpuMicrosPerTx";
  private static final Set<String> COUNTERS =
      Set.of("read-modify-write", "blind increment", "raw check-and-put");

  private static final String CLIENTS = "clientCpuMicrosPerTx";

  /** Returns the processor time of a transaction, and what a core does in a second. */
  List<List<String>> costs() {
    return Stream.of(
            costs("profile-one-region-batched", "tx-batched", "1 region"),
            costs("profile-four-regions", "tx", "4 regions"),
            costs("profile-one-region-batched", "raw-batched", "1 region, plain batches"))
        .flatMap(rows -> rows)
        .toList();
  }

  private Stream<List<String>> costs(String name, String mode, String where) {
    MeasuredFolder folder = MeasuredFolder.named(folders, name);
    return folder.isMeasured()
        ? folder
            .figures("rows")
            .filter(row -> has(row, Map.of("mode", mode)) && row.get("threads").getAsInt() > 1)
            .map(row -> costs(row, where))
        : Stream.of(List.of(where, NOT_MEASURED, "", "", "", "", ""));
  }

  private static List<String> costs(JsonObject row, String where) {
    return List.of(
        where,
        text(row, "profile"),
        text(row, "threads"),
        spread("%,.0f", row, SERVERS, 1),
        spread("%,.0f", row, CLIENTS, 1),
        ofOneCore(row, SERVERS),
        ofOneCore(row, CLIENTS));
  }

  private static String ofOneCore(JsonObject row, String name) {
    JsonObject micros = row.getAsJsonObject(name);
    Object[] perSecond =
        Stream.of("median", "max", "min")
            .map(each -> MICROS_PER_SECOND / micros.get(each).getAsDouble())
            .toArray();
    return String.format(Locale.ROOT, "%,.0f (%,.0f to %,.0f)", perSecond);
  }

  /** Returns the commits of one row: of a thread, of the threads of a process, and of processes. */
  List<List<String>> hotRow() {
    return Stream.of("contention", "contention-clients")
        .map(name -> MeasuredFolder.named(folders, name))
        .flatMap(DocumentedCapacity::hotRow)
        .toList();
  }

  private static Stream<List<String>> hotRow(MeasuredFolder folder) {
    String link = folder.link("../benchmarks/");
    return folder.isMeasured()
        ? folder
            .figures("rows")
            .filter(row -> COUNTERS.contains(text(row, "kind")))
            .map(row -> hotRow(row, link))
        : Stream.of(List.of(NOT_MEASURED, "", "", "", link));
  }

  private static List<String> hotRow(JsonObject row, String link) {
    return List.of(
        text(row, "kind"),
        text(row, "clients"),
        text(row, "threads"),
        spread("%,.0f", row, "txPerSecond", 1),
        link);
  }
}
