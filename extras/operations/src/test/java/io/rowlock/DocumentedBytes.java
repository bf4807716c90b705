package io.rowlock;

import static io.rowlock.MeasuredFolder.NOT_MEASURED;
import static io.rowlock.MeasuredFolder.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The bytes of locks: of the part {@code scale}, and of the page on which tests compare them. */
record DocumentedBytes(MeasuredFolder scale, List<String> page) {

  static DocumentedBytes of(Path root, List<MeasuredFolder> folders) throws IOException {
    return new DocumentedBytes(
        MeasuredFolder.named(folders, "scale"),
        Files.readAllLines(root.resolve("docs/engineering/bytes.md")));
  }

  /** Returns the lock cells of one transaction. */
  List<List<String>> locks() {
    return scale.isMeasured()
        ? scale
            .figures("locks")
            .map(
                size ->
                    List.of(
                        text(size, "rows") + ", " + text(size, "regions"),
                        number(size.get("restPerRow").getAsDouble()),
                        number(size.get("writtenPerRow").getAsDouble()),
                        number(size.get("largest").getAsDouble())))
            .toList()
        : List.of(List.of(NOT_MEASURED, "", "", ""));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** Returns what locks cost, for the first page. */
  List<String> cost() {
    return List.of(
        "bytes",
        ("one more family, `_lock`, with a cell of %s bytes on average for each row that a"
                + " transaction has written; the write-ahead log grows to %s times if related rows"
                + " are in one region, to %s if they are spread"
                + " ([TPC-C](docs/engineering/bytes.md#tpc-c))")
            .formatted(
                cell("| `onetable` | 3,", 3),
                cell("| `onetable` | `tx`", 6),
                cell("| `normalized` | `tx`", 6)));
  }

  private String cell(String begin, int column) {
    String line = page.stream().filter(one -> one.startsWith(begin)).findFirst().orElseThrow();
    return line.split("\\|", -1)[column + 1].trim();
  }
}
