package io.rowlock.it.crash;

import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.it.crash.Figures.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Describes the progress of a run; reads only the new part of each history. */
final class ProgressLine {

  private final long start = System.nanoTime();
  private final Population population;
  private final Figures figures;
  private final Map<Path, Long> read = new HashMap<>();
  private long committed;

  ProgressLine(Population population, Figures figures) {
    this.population = population;
    this.figures = figures;
  }

  String next() throws IOException {
    for (HistoryProcess client : population.all()) {
      if (Files.exists(client.file())) {
        read(client.file());
      }
    }
    return "%4d s: %,d committed; clients killed: %d at random, %d at a step, paused %d; region servers killed: %d, paused %d"
        .formatted(
            (System.nanoTime() - start) / 1_000_000_000,
            committed,
            figures.of(Kind.CLIENTS_KILLED_AT_RANDOM),
            figures.of(Kind.CLIENTS_KILLED_AT_A_STEP),
            figures.of(Kind.CLIENTS_PAUSED),
            figures.serverKills(),
            figures.of(Kind.SERVERS_PAUSED));
  }

  private void read(Path history) throws IOException {
    long from = read.getOrDefault(history, 0L);
    try (RandomAccessFile file = new RandomAccessFile(history.toFile(), "r")) {
      byte[] news = new byte[Math.toIntExact(file.length() - from)];
      file.seek(from);
      file.readFully(news);
      String text = new String(news, StandardCharsets.UTF_8);
      String lines = text.substring(0, text.lastIndexOf('\n') + 1);
      committed += lines.lines().filter(ProgressLine::tellsOfCommit).count();
      read.put(history, from + lines.length());
    }
  }

  private static boolean tellsOfCommit(String line) {
    return line.startsWith("end ") && line.contains(" " + Outcome.OK + " ");
  }
}
