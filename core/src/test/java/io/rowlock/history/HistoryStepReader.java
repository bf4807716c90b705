package io.rowlock.history;

import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;

/**
 * Reads the steps of transactions from JSON. An empty list and an absent register may look the
 * same; a file contains lists or registers, which other steps show.
 */
final class HistoryStepReader {

  private boolean hasLists;
  private boolean hasRegisters;

  /** Determines the kind; the caller must call it for all transactions first. */
  void learnKind(JsonArray steps) {
    for (JsonElement step : steps) {
      String what = what(step);
      JsonElement value = value(step);
      hasLists |= what.equals("append") || value.isJsonArray();
      hasRegisters |= what.equals("w") || (what.equals("r") && value.isJsonPrimitive());
    }
    if (hasLists && hasRegisters) {
      throw new IllegalArgumentException("lists and registers do not go together in a file");
    }
  }

  /**
   * Reads the steps of a transaction.
   *
   * @param hasResults if false, what its reads have seen is unknown, and they are left out
   */
  List<Step> read(JsonArray steps, boolean hasResults) {
    List<Step> result = new ArrayList<>();
    for (JsonElement step : steps) {
      if (hasResults || !what(step).equals("r")) {
        result.add(step(step));
      }
    }
    return result;
  }

  private Step step(JsonElement step) {
    String key = key(step.getAsJsonArray().get(1));
    JsonElement value = value(step);
    return switch (what(step)) {
      case "append" -> new Step.Append(key, value.getAsLong());
      case "w" -> new Step.Write(key, value.getAsLong());
      case "r" -> read(key, value);
      default -> throw new IllegalArgumentException("a step is neither append, w nor r: " + step);
    };
  }

  private Step read(String key, JsonElement value) {
    if (hasRegisters) {
      return new Step.Read(key, value.isJsonNull() ? null : value.getAsLong());
    }
    return new Step.ReadList(key, value.isJsonNull() ? List.of() : longs(value.getAsJsonArray()));
  }

  private static String what(JsonElement step) {
    return step.getAsJsonArray().get(0).getAsString();
  }

  private static JsonElement value(JsonElement step) {
    return step.getAsJsonArray().get(2);
  }

  static String key(JsonElement key) {
    return key.getAsString();
  }

  static List<Long> longs(JsonArray numbers) {
    List<Long> longs = new ArrayList<>(numbers.size());
    numbers.forEach(number -> longs.add(number.getAsLong()));
    return longs;
  }
}
