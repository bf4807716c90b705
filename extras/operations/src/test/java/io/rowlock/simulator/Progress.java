package io.rowlock.simulator;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sum of the runs of one version of the code; a file keeps it.
 *
 * @param code identifies the version of the code
 * @param plan what is the same for all of the runs
 * @param nextSeed the first that has not been run
 */
record Progress(
    String code,
    String plan,
    long firstSeed,
    long nextSeed,
    long schedules,
    long violations,
    long nanos,
    Counts counts) {

  private static final String COUNT = "count ";

  /** Returns the progress before the first run. */
  static Progress begin(String code, String plan, long firstSeed) {
    return new Progress(code, plan, firstSeed, firstSeed, 0, 0, 0, new Counts());
  }

  /**
   * Returns the progress after some more runs.
   *
   * @param seeds that the batch had to run
   * @param violated how many of them broke a promise
   * @param took nanoseconds
   */
  Progress after(Batch batch, long seeds, long violated, long took) {
    Counts sum = new Counts();
    sum.addAll(counts);
    sum.addAll(batch.counts());
    return new Progress(
        code,
        plan,
        firstSeed,
        nextSeed + seeds,
        schedules + batch.schedules(),
        violations + violated,
        nanos + took,
        sum);
  }

  /** Replaces the file in one step, so that it is complete whenever the process dies. */
  void save(Path file) throws IOException {
    TreeMap<String, String> lines = new TreeMap<>();
    lines.put("code", code);
    lines.put("plan", plan);
    lines.put("first seed", Long.toString(firstSeed));
    lines.put("next seed", Long.toString(nextSeed));
    lines.put("schedules", Long.toString(schedules));
    lines.put("violations", Long.toString(violations));
    lines.put("nanos", Long.toString(nanos));
    counts.all().forEach((name, count) -> lines.put(COUNT + name, Long.toString(count)));
    Path written = file.resolveSibling(file.getFileName() + ".new");
    try (BufferedWriter out = Files.newBufferedWriter(written)) {
      for (var line : lines.entrySet()) {
        out.write(line.getKey() + "=" + line.getValue() + "\n");
      }
    }
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads a file, null if there is none.
   *
   * @throws IllegalArgumentException if it contains something else
   */
  static @Nullable Progress load(Path file) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    TreeMap<String, String> lines = new TreeMap<>();
    try (BufferedReader in = Files.newBufferedReader(file)) {
      in.lines().forEach(line -> put(line, lines));
    }
    Counts counts = new Counts();
    lines.forEach(
        (name, value) -> {
          if (name.startsWith(COUNT)) {
            counts.add(name.substring(COUNT.length()), Long.parseLong(value));
          }
        });
    return new Progress(
        text("code", lines),
        text("plan", lines),
        number("first seed", lines),
        number("next seed", lines),
        number("schedules", lines),
        number("violations", lines),
        number("nanos", lines),
        counts);
  }

  private static void put(String line, Map<String, String> lines) {
    int equals = line.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException("not a line of such a file: " + line);
    }
    lines.put(line.substring(0, equals), line.substring(equals + 1));
  }

  private static String text(String name, Map<String, String> lines) {
    String value = lines.get(name);
    if (value == null) {
      throw new IllegalArgumentException("it does not tell its " + name);
    }
    return value;
  }

  private static long number(String name, Map<String, String> lines) {
    return Long.parseLong(text(name, lines));
  }
}
