package io.rowlock.metrics;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that may only fall, as they were measured or as {@code ratchet.txt} records them: the
 * files of each room with its largest file, method, constructor and record, the lines of code of
 * each module, and the classes on each path.
 *
 * <p>{@code scripts/code-metrics --update} lowers numbers, adds new subjects, removes those that
 * are gone, and never raises a number. Growth is an edit of {@code ratchet.txt} by hand, which a
 * review sees. To keep that rare, no limit is below the norm of the project for a file, a method, a
 * constructor or a record, and lines of code are recorded as full hundreds: a mend fits in, a
 * mechanism does not.
 *
 * <p>A number that falls fails only in two cases, because otherwise every deletion would need an
 * update: a module loses more than a fiftieth of its code, which is a mechanism of core, or a path
 * becomes shorter. The old limit would else permit the next mechanism unseen.
 */
final class Ratchet {

  private static final String HEADER =
      """
      # The limits that RatchetTest compares with the code. 'scripts/code-metrics --update' lowers them, adds what is new
      # and removes what is gone. To let a number grow, edit it here, or delete the line and run the command; the commit
      # message states why.
      """;

  private static final String UPDATE = ": run 'scripts/code-metrics --update'";
  private static final String PATH = "path ";
  private static final String CODE = "code";
  private static final String CLASSES = "classes";
  private static final Map<String, Integer> NORMS =
      Map.of("file", 150, "method", 20, "constructor", 8, "record", 9);

  private static final int CODE_STEP = 100;
  private static final double MOST_LAG = 0.02;

  private final SortedMap<String, Map<String, Integer>> numbers = new TreeMap<>();

  /** Measures a checkout, and the paths of the code that runs. */
  static Ratchet measure(Checkout checkout) throws IOException {
    Ratchet measured = checkout.sizes();
    RequestPath.all()
        .forEach((name, classes) -> measured.put(PATH + name, CLASSES, classes.size()));
    return measured;
  }

  /** Reads lines of the form {@code room core:io.rowlock files 52 file 300}. */
  static Ratchet parse(String text) {
    Ratchet ratchet = new Ratchet();
    text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> Splitter.on(' ').omitEmptyStrings().splitToList(line))
        .forEach(
            words -> {
              for (int i = 2; i < words.size(); i += 2) {
                String subject = words.get(0) + " " + words.get(1);
                ratchet.put(subject, words.get(i), Integer.parseInt(words.get(i + 1)));
              }
            });
    return ratchet;
  }

  void put(String subject, String name, int number) {
    numbers.computeIfAbsent(subject, added -> new LinkedHashMap<>()).put(name, number);
  }

  /** Returns the classes on each path. */
  Map<String, List<Integer>> paths() {
    Map<String, List<Integer>> paths = new TreeMap<>();
    numbers.forEach(
        (subject, sizes) -> {
          if (subject.startsWith(PATH)) {
            paths.put(subject.substring(PATH.length()), List.copyOf(sizes.values()));
          }
        });
    return paths;
  }

  private @Nullable Integer number(String subject, String name) {
    return numbers.getOrDefault(subject, Map.of()).get(name);
  }

  /** Returns how the measured numbers break these limits, one sentence each. */
  List<String> flaws(Ratchet measured) {
    List<String> flaws = new ArrayList<>();
    measured.numbers.forEach(
        (subject, sizes) -> sizes.forEach((name, size) -> addFlaw(flaws, subject, name, size)));
    numbers.keySet().stream()
        .filter(subject -> !measured.numbers.containsKey(subject))
        .forEach(subject -> flaws.add(subject + " is gone" + UPDATE));
    return flaws;
  }

  private void addFlaw(List<String> flaws, String subject, String name, int size) {
    Integer limit = number(subject, name);
    String what = subject + ": " + name + " ";
    if (limit == null) {
      flaws.add(what + size + " is not recorded" + UPDATE);
    } else if (size > limit) {
      flaws.add(what + size + " is more than " + limit);
    } else if (isLagging(name, size, limit)) {
      flaws.add(what + size + " is far less than " + limit + UPDATE);
    }
  }

  private static boolean isLagging(String name, int size, int limit) {
    return switch (name) {
      case CODE -> limit - size > Math.max(CODE_STEP, MOST_LAG * limit);
      case CLASSES -> size < limit;
      default -> false;
    };
  }

  /** Returns the limits after a step: those of the measured subjects, lowered where possible. */
  Ratchet lowered(Ratchet measured) {
    Ratchet lowered = new Ratchet();
    measured.numbers.forEach(
        (subject, sizes) ->
            sizes.forEach(
                (name, size) -> {
                  int possible = limitFor(name, size);
                  int limit = Objects.requireNonNullElse(number(subject, name), possible);
                  lowered.put(subject, name, Math.min(limit, possible));
                }));
    return lowered;
  }

  private static int limitFor(String name, int size) {
    return name.equals(CODE)
        ? (size + CODE_STEP - 1) / CODE_STEP * CODE_STEP
        : Math.max(size, NORMS.getOrDefault(name, 0));
  }

  /** Returns the text that {@link #parse} reads. */
  String text() {
    StringBuilder text = new StringBuilder(HEADER);
    numbers.forEach(
        (subject, sizes) -> {
          text.append("%-56s".formatted(subject));
          sizes.forEach((name, size) -> text.append(" %s %-4d".formatted(name, size)));
          text.setLength(text.toString().stripTrailing().length());
          text.append('\n');
        });
    return text.toString();
  }
}
