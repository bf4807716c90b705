package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.tpcc.business.Kind;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/**
 * {@code ledger.csv}, or {@code ledger-0.csv} and so on of client processes: the answers that
 * terminals got, for a comparison with the database after a crash. A line has left this process
 * before its terminal goes on. Thread-safe.
 */
public final class Ledger implements AutoCloseable {
  public static final String FILE = "ledger.csv";
  public static final String HEADER = "kind,outcome,w,d,id,c,millis";
  private static final int FIELDS = 7;
  private static final Pattern NAME = Pattern.compile("ledger(-\\d+)?\\.csv");

  private final Writer file;

  private Ledger(Writer file) {
    this.file = file;
  }

  /** Creates the ledger; replaces an earlier one. */
  public static Ledger create(Path file) throws IOException {
    Ledger ledger = new Ledger(Files.newBufferedWriter(file));
    ledger.write(HEADER);
    return ledger;
  }

  /** Returns the ledgers of so many client processes; of none, the ledger of the only client. */
  public static List<Path> files(Path directory, int processes) {
    return processes == 0
        ? List.of(directory.resolve(FILE))
        : IntStream.range(0, processes)
            .mapToObj(number -> directory.resolve("ledger-" + number + ".csv"))
            .toList();
  }

  /** Returns the ledgers in a directory. */
  static List<Path> in(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }

  /** Removes the ledgers of an earlier run, of which there may have been more. */
  public static void removeAll(Path directory) throws IOException {
    for (Path file : in(directory)) {
      Files.delete(file);
    }
  }

  /**
   * Reads the whole lines of a file: a client that was killed may have left half a line, and no
   * terminal got that answer.
   */
  public static List<String> readLines(Path file) throws IOException {
    String text = Files.readString(file);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  /** The outcome of a business transaction. */
  public enum Outcome {
    COMMITTED,
    /** As intended. */
    ROLLED_BACK,
    /** The transaction can be in the database. */
    UNKNOWN,
    /** The transaction must not be in the database. */
    FAILED
  }

  /**
   * A line.
   *
   * @param id O_ID, or the key of HISTORY in hexadecimal; empty when it is not known
   * @param c the customer, 0 when it is not known
   * @param millis O_ENTRY_D or H_DATE
   */
  public record Line(Kind kind, Outcome outcome, int w, int d, String id, int c, long millis) {
    /** Throws {@link IllegalArgumentException} if the text is no line of a ledger. */
    static Line parse(String line) {
      List<String> fields = Splitter.on(',').splitToList(line);
      Arguments.require(
          fields.size() == FIELDS, "'" + line + "' does not have " + FIELDS + " fields");
      return new Line(
          Kind.valueOf(fields.get(0)),
          Outcome.valueOf(fields.get(1)),
          Integer.parseInt(fields.get(2)),
          Integer.parseInt(fields.get(3)),
          fields.get(4),
          Integer.parseInt(fields.get(5)),
          Long.parseLong(fields.get(6)));
    }
  }

  public void write(Line line) throws IOException {
    write(
        Stream.of(line.kind, line.outcome, line.w, line.d, line.id, line.c, line.millis)
            .map(Object::toString)
            .collect(Collectors.joining(",")));
  }

  private synchronized void write(String line) throws IOException {
    file.write(line + "\n");
    file.flush();
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
