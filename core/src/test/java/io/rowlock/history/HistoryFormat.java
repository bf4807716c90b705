package io.rowlock.history;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** The file formats of Jepsen and Elle: JSON, a line for each event, or EDN. */
enum HistoryFormat {
  JSON("\"", "\"", ":", ",", "null"),
  EDN(":", "", " ", " ", "nil");

  private final String beforeWord;
  private final String afterWord;
  private final String afterName;
  private final String comma;
  private final String nothing;

  HistoryFormat(
      String beforeWord, String afterWord, String afterName, String comma, String nothing) {
    this.beforeWord = beforeWord;
    this.afterWord = afterWord;
    this.afterName = afterName;
    this.comma = comma;
    this.nothing = nothing;
  }

  /** Returns the format by the file's name. */
  static HistoryFormat of(Path file) {
    String fileName = file.getFileName().toString();
    if (fileName.endsWith(".edn")) {
      return EDN;
    }
    if (fileName.endsWith(".json") || fileName.endsWith(".jsonl")) {
      return JSON;
    }
    throw new IllegalArgumentException(file + " ends neither in .edn nor in .json or .jsonl");
  }

  String line(int index, HistoryEvent event) {
    boolean hasResults = event.hasResults();
    return map(
        Map.entry("index", Integer.toString(index)),
        Map.entry("type", word(event.type().name().toLowerCase(Locale.ROOT))),
        Map.entry("f", word("txn")),
        Map.entry("process", Integer.toString(event.process())),
        Map.entry("time", Long.toString(event.time())),
        Map.entry("value", list(event.transaction().steps(), step -> step(step, hasResults))));
  }

  /** Returns a line that tools for single transactions skip. */
  String finalOrderLine(int index, Map<String, List<Long>> finalOrders) {
    return map(
        Map.entry("index", Integer.toString(index)),
        Map.entry("type", word("info")),
        Map.entry("f", word("final-order")),
        Map.entry("process", word("nemesis")),
        Map.entry("value", list(List.copyOf(finalOrders.entrySet()), this::finalOrder)));
  }

  private String finalOrder(Map.Entry<String, List<Long>> order) {
    return "[" + string(order.getKey()) + comma + list(order.getValue(), String::valueOf) + "]";
  }

  private String step(Step step, boolean hasResults) {
    if (step instanceof Step.Append append) {
      return step("append", step, Long.toString(append.element()));
    }
    if (step instanceof Step.Write write) {
      return step("w", step, Long.toString(write.value()));
    }
    return step("r", step, hasResults ? result(step) : nothing);
  }

  private String step(String what, Step step, String value) {
    return "[" + word(what) + comma + string(step.key()) + comma + value + "]";
  }

  private String result(Step step) {
    if (step instanceof Step.ReadList read) {
      return list(read.elements(), String::valueOf);
    }
    Long value = step instanceof Step.Read read ? read.value() : null;
    return value == null ? nothing : value.toString();
  }

  @SafeVarargs
  private String map(Map.Entry<String, String>... entries) {
    StringJoiner joined = new StringJoiner(this == JSON ? "," : ", ", "{", "}");
    for (Map.Entry<String, String> entry : entries) {
      joined.add(word(entry.getKey()) + afterName + entry.getValue());
    }
    return joined.toString();
  }

  private String word(String text) {
    return beforeWord + text + afterWord;
  }

  private static String string(String text) {
    return new JsonPrimitive(text).toString();
  }

  private <T> String list(List<T> elements, Function<T, String> format) {
    return elements.stream().map(format).collect(Collectors.joining(comma, "[", "]"));
  }
}
