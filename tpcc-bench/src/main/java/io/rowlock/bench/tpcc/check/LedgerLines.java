package io.rowlock.bench.tpcc.check;

import com.google.common.base.Splitter;
import io.rowlock.bench.tpcc.business.Kind;
import java.util.List;

/** Reads what {@link Ledger} has written. */
final class LedgerLines {
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
