package io.rowlock.bench.tpcc.check;

import com.google.common.base.Splitter;
import io.rowlock.bench.tpcc.business.Kind;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code ledger.csv}: what terminals were told, so that the database can be compared with it after
 * a crash. A line has left this process before its terminal goes on. Thread-safe.
 */
public final class Ledger implements AutoCloseable {
  public static final String FILE = "ledger.csv";
  public static final String HEADER = "kind,outcome,w,d,id,c,millis";

  private final Writer file;

  private Ledger(Writer file) {
    this.file = file;
  }

  /** In place of any earlier one. */
  public static Ledger create(Path directory) throws IOException {
    Writer file = Files.newBufferedWriter(directory.resolve(FILE));
    Ledger ledger = new Ledger(file);
    ledger.write(HEADER);
    return ledger;
  }

  /** What became of a business transaction. */
  public enum Outcome {
    COMMITTED,
    /** As it wanted. */
    ROLLED_BACK,
    /** It may be there or not. */
    UNKNOWN,
    /** It must not be there. */
    FAILED
  }

  /**
   * A line.
   *
   * @param id O_ID, or the key of HISTORY in hexadecimal; empty when it is not known
   * @param c the customer, 0 when it is not known
   * @param millis O_ENTRY_D or H_DATE
   */
  public record Line(Kind kind, Outcome outcome, int w, int d, String id, int c, long millis) {}

  public void write(Line line) throws IOException {
    write(
        "%s,%s,%d,%d,%s,%d,%d"
            .formatted(
                line.kind(),
                line.outcome(),
                line.w(),
                line.d(),
                line.id(),
                line.c(),
                line.millis()));
  }

  private synchronized void write(String line) throws IOException {
    file.write(line + "\n");
    file.flush();
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }

  /** Reads what {@link Ledger} has written. */
  static final class LedgerLines {
    private static final int FIELDS = Splitter.on(',').splitToList(Ledger.HEADER).size();

    private LedgerLines() {}

    static Ledger.Line parse(String line) throws LedgerException {
      List<String> fields = Splitter.on(',').splitToList(line);
      if (fields.size() != FIELDS) {
        throw new LedgerException("'" + line + "' does not have " + FIELDS + " fields");
      }
      try {
        return new Ledger.Line(
            Kind.valueOf(fields.get(0)),
            Ledger.Outcome.valueOf(fields.get(1)),
            Integer.parseInt(fields.get(2)),
            Integer.parseInt(fields.get(3)),
            fields.get(4),
            Integer.parseInt(fields.get(5)),
            Long.parseLong(fields.get(6)));
      } catch (IllegalArgumentException e) {
        throw new LedgerException("'" + line + "': " + e.getMessage());
      }
    }

    /** A line of a ledger is none. */
    static final class LedgerException extends Exception {
      private static final long serialVersionUID = 1L;

      LedgerException(String message) {
        super(message);
      }
    }
  }
}
