package io.rowlock.history;

import io.rowlock.history.HistoryTransaction.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * Reads a history from JSON lines, of {@link HistoryWriter} or of other tools. The order of the
 * lines represents time, as in other tools. A file contains only a committed transaction's reads.
 */
public final class HistoryReader {

  private record Invocation(int line, JsonArray steps) {}

  private record Ended(int process, Invocation begin, int line, Outcome outcome, JsonArray value) {}

  private final Map<Integer, Invocation> open = new HashMap<>();
  private final List<Ended> ended = new ArrayList<>();
  private final Map<String, List<Long>> finalOrders = new HashMap<>();
  private final HistoryStepReader steps = new HistoryStepReader();

  private HistoryReader() {}

  /**
   * Reads a whole file.
   *
   * @throws IOException also if the file is not a history, with the first wrong line
   */
  public static History read(Path file) throws IOException {
    HistoryReader reader = new HistoryReader();
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          reader.readLine(number, JsonParser.parseString(line).getAsJsonObject());
        }
      }
      return reader.history();
    } catch (JsonParseException
        | IllegalStateException
        | IllegalArgumentException
        | UnsupportedOperationException
        | NullPointerException e) {
      throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
    }
  }

  private void readLine(int number, JsonObject line) {
    String what = line.has("f") ? line.get("f").getAsString() : "txn";
    if (what.equals("final-order")) {
      line.getAsJsonArray("value").forEach(this::readFinalOrder);
    } else if (what.equals("txn")) {
      int process = line.get("process").getAsInt();
      String type = line.get("type").getAsString();
      readEvent(number, process, type, line.getAsJsonArray("value"));
    }
  }

  private void readFinalOrder(JsonElement order) {
    JsonArray pair = order.getAsJsonArray();
    finalOrders.put(
        HistoryStepReader.key(pair.get(0)), HistoryStepReader.longs(pair.get(1).getAsJsonArray()));
  }

  private void readEvent(int number, int process, String type, JsonArray value) {
    if (type.equals("invoke")) {
      steps.learnKind(value);
      if (open.put(process, new Invocation(number, value)) != null) {
        throw new IllegalArgumentException("process " + process + " has not ended its last one");
      }
      return;
    }
    Invocation invocation = open.remove(process);
    if (invocation == null) {
      throw new IllegalArgumentException("process " + process + " has not begun");
    }
    ended.add(new Ended(process, invocation, number, outcome(type), value));
    steps.learnKind(value);
  }

  private static Outcome outcome(String type) {
    return switch (type) {
      case "ok" -> Outcome.OK;
      case "fail" -> Outcome.FAIL;
      case "info" -> Outcome.INFO;
      default -> throw new IllegalArgumentException("type " + type + " is unknown");
    };
  }

  private History history() {
    open.forEach(
        (process, begin) -> ended.add(new Ended(process, begin, 0, Outcome.INFO, begin.steps())));
    return new History(ended.stream().map(this::transaction).toList(), finalOrders);
  }

  private HistoryTransaction transaction(Ended end) {
    boolean isOk = end.outcome() == Outcome.OK;
    return new HistoryTransaction(
        "T" + end.begin().line(),
        end.process(),
        end.begin().line(),
        end.outcome() == Outcome.INFO ? Long.MAX_VALUE : end.line(),
        end.outcome(),
        steps.read(isOk ? end.value() : end.begin().steps(), isOk));
  }
}
