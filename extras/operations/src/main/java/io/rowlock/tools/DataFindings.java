package io.rowlock.tools;

import io.rowlock.operations.DataFinding;
import io.rowlock.operations.DataFinding.Kind;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Prints some findings of each kind, and counts all. */
final class DataFindings {

  private final Request request;
  private final long samples;
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);

  DataFindings(Request request, long samples) {
    this.request = request;
    this.samples = samples;
  }

  void add(DataFinding finding) {
    if (counts.merge(finding.kind(), 1L, Long::sum) <= samples) {
      request.print(line(finding), json(finding));
    }
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  /** Prints the number of rows of each kind, and what to do about them. */
  void printCounts() {
    counts.forEach(
        (kind, rows) -> {
          JsonObject json = new JsonObject();
          json.addProperty("kind", kind.name());
          json.addProperty("rows", rows);
          json.addProperty("message", kind.wayOut());
          request.print(
              String.format(Locale.ROOT, "%s rows: %,d; %s", kind, rows, kind.wayOut()), json);
        });
  }

  private static String line(DataFinding finding) {
    return String.format(
        "%s %s: %s, at timestamp %d",
        finding.kind(),
        LockText.row(finding.table(), finding.row()),
        finding.kind().problem(),
        finding.timestamp());
  }

  private static JsonObject json(DataFinding finding) {
    JsonObject json = new JsonObject();
    json.addProperty("table", finding.table().getNameAsString());
    json.addProperty("kind", finding.kind().name());
    json.addProperty("row", Bytes.toStringBinary(finding.row()));
    json.addProperty("timestamp", finding.timestamp());
    json.addProperty("message", finding.kind().problem());
    return json;
  }
}
