package io.rowlock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/** A part of {@code scripts/bench all}. */
record BenchPart(String name, String servers, int minutes, String command) {
  private static final Splitter COLUMNS = Splitter.on('|').trimResults().limit(4);

  /** Returns the parts, in the order in which they run. */
  static List<BenchPart> read(Path root) throws IOException {
    return Files.readAllLines(root.resolve("scripts/bench-all.parts")).stream()
        .filter(line -> !line.startsWith("#"))
        .map(COLUMNS::splitToList)
        .map(row -> new BenchPart(row.get(0), row.get(1), Integer.parseInt(row.get(2)), row.get(3)))
        .toList();
  }
}
