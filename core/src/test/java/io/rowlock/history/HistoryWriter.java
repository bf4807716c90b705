package io.rowlock.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Writes a history to a file for Jepsen, Elle and similar tools: EDN or JSON lines, by the file's
 * name (.edn, .json, .jsonl). They accept lists or registers, so a history of both becomes two
 * files, NAME-lists and NAME-registers. These tools see anomalies of either part; only {@link
 * HistoryChecker} sees those of both together.
 */
public final class HistoryWriter {

  private HistoryWriter() {}

  /** Writes the history, and returns the files. */
  public static List<Path> write(History history, Path file) throws IOException {
    History lists = only(history, HistoryWriter::isOfList);
    History registers = only(history, step -> !isOfList(step));
    if (registers.transactions().isEmpty() || lists.transactions().isEmpty()) {
      writeOne(history, file);
      return List.of(file);
    }
    Path listFile = withSuffix(file, "-lists");
    Path registerFile = withSuffix(file, "-registers");
    writeOne(lists, listFile);
    writeOne(registers, registerFile);
    return List.of(listFile, registerFile);
  }

  private static boolean isOfList(Step step) {
    return step instanceof Step.Append || step instanceof Step.ReadList;
  }

  private static History only(History history, Predicate<Step> chosen) {
    List<HistoryTransaction> transactions = new ArrayList<>();
    Map<String, List<Long>> finalOrders = new TreeMap<>();
    for (HistoryTransaction whole : history.transactions()) {
      List<Step> steps = whole.steps().stream().filter(chosen).toList();
      if (!steps.isEmpty()) {
        transactions.add(
            new HistoryTransaction(
                whole.name(),
                whole.process(),
                whole.beginNanos(),
                whole.endNanos(),
                whole.outcome(),
                steps));
      }
      for (Step step : steps) {
        List<Long> order = history.finalOrders().get(step.key());
        if (order != null) {
          finalOrders.put(step.key(), order);
        }
      }
    }
    return new History(transactions, finalOrders);
  }

  private static Path withSuffix(Path file, String suffix) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return file.resolveSibling(name.substring(0, dot) + suffix + name.substring(dot));
  }

  private static void writeOne(History history, Path file) throws IOException {
    HistoryFormat format = HistoryFormat.of(file);
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      int index = 0;
      for (HistoryEvent event : HistoryEvent.of(history.transactions())) {
        writer.write(format.line(index++, event));
        writer.newLine();
      }
      if (!history.finalOrders().isEmpty()) {
        writer.write(format.finalOrderLine(index, new TreeMap<>(history.finalOrders())));
        writer.newLine();
      }
    }
  }
}
