package io.rowlock.it.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of docs/reference/differences.md. */
final class Differences {

  private static final Path PAGE = Path.of("..", "docs", "reference", "differences.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private Differences() {}

  /** By call, the end of the message: the problem, the reason and the remedy. */
  static Map<String, String> refused() {
    Map<String, String> refused = new LinkedHashMap<>();
    for (List<String> row : rowsOf("## What is refused")) {
      String message = " refused: %s. %s. %s.".formatted(row.get(1), row.get(2), row.get(3));
      codesOf(row.get(0)).forEach(call -> refused.put(call, message));
    }
    return refused;
  }

  /** By call, the whole message. */
  static Map<String, String> failing() {
    Map<String, String> failing = new LinkedHashMap<>();
    for (List<String> row : rowsOf("## What fails")) {
      codesOf(row.get(0)).forEach(call -> failing.put(call, row.get(1)));
    }
    return failing;
  }

  /** Whether a method, by class and name, is among the calls. */
  static boolean lists(String method) {
    return refused().keySet().stream().anyMatch(call -> call.startsWith(method + "("));
  }

  private static List<String> codesOf(String cell) {
    List<String> codes = new ArrayList<>();
    for (Matcher code = CODE.matcher(cell); code.find(); ) {
      codes.add(code.group(1));
    }
    return codes;
  }

  /** Returns the rows of the only table under a heading, cell by cell. */
  private static List<List<String>> rowsOf(String heading) {
    try {
      String page = Files.readString(PAGE);
      String section = page.substring(page.indexOf(heading) + heading.length());
      return section
          .lines()
          .takeWhile(line -> !line.startsWith("## "))
          .filter(line -> line.startsWith("| `"))
          .map(line -> Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
