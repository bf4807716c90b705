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
      print(finding);
    }
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  /** Prints the number of rows of each kind, and what to do about them. */
  void printCounts() {
    counts.forEach(
        (kind, rows) -> {
          String line = String.format(Locale.ROOT, "%s rows: %,d; %s", kind, rows, kind.wayOut());
          request.print(line, "kind", kind, "rows", rows, "message", kind.wayOut());
        });
  }

  private void print(DataFinding finding) {
    String problem = finding.kind().problem();
    String row = LockText.row(finding.table(), finding.row());
    JsonObject json = Json.of("table", finding.table(), "kind", finding.kind());
    json.addProperty("row", Bytes.toStringBinary(finding.row()));
    json.addProperty("timestamp", finding.timestamp());
    json.addProperty("message", problem);
    request.print(
        String.format(
            "%s %s: %s, at timestamp %d", finding.kind(), row, problem, finding.timestamp()),
        json);
  }
}
