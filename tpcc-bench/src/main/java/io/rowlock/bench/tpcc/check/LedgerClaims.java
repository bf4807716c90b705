package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.CheckResult.LedgerCounts;
import io.rowlock.bench.tpcc.check.Ledger.LedgerLines;
import io.rowlock.bench.tpcc.check.Ledger.LedgerLines.LedgerException;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the ledgers of clients say, by district. */
final class LedgerClaims {
  private final Scale scale;
  private final Map<Place, DistrictClaims> districts = new HashMap<>();
  private final List<Ledger.Line> elsewhere = new ArrayList<>();
  private final boolean isGiven;

  private record Place(int w, int d) {}

  private LedgerClaims(Scale scale, boolean isGiven) {
    this.scale = scale;
    this.isGiven = isGiven;
    for (int w = 1; w <= scale.warehouses(); w++) {
      for (int d = 1; d <= Scale.DISTRICTS; d++) {
        districts.put(new Place(w, d), new DistrictClaims());
      }
    }
  }

  /**
   * Reads ledgers.
   *
   * @param ledgers files, or directories of runs
   */
  static LedgerClaims read(List<Path> ledgers, Scale scale) throws IOException {
    LedgerClaims claims = new LedgerClaims(scale, !ledgers.isEmpty());
    for (Path ledger : ledgers) {
      Path file = Files.isDirectory(ledger) ? ledger.resolve(Ledger.FILE) : ledger;
      claims.add(file, Files.readString(file, StandardCharsets.UTF_8));
    }
    return claims;
  }

  private void add(Path file, String text) throws IOException {
    // A client that was killed may have left half a line, whose transaction nobody was told of.
    List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(Ledger.HEADER)) {
      throw new IOException(file + " is no ledger: it does not begin with " + Ledger.HEADER);
    }
    for (int i = 1; i < lines.size(); i++) {
      try {
        add(LedgerLines.parse(lines.get(i)));
      } catch (LedgerException e) {
        throw new IOException("%s, line %d: %s".formatted(file, i + 1, e.getMessage()), e);
      }
    }
  }

  private void add(Ledger.Line line) throws LedgerException {
    DistrictClaims claims = districts.get(new Place(line.w(), line.d()));
    if (claims == null) {
      elsewhere.add(line);
    } else {
      claims.add(line);
    }
  }

  DistrictClaims of(int w, int d) {
    return Objects.requireNonNull(districts.get(new Place(w, d)));
  }

  /** What is said of districts that do not exist. */
  void checkElsewhere(Findings findings) {
    if (isGiven) {
      for (int w = 1; w <= scale.warehouses(); w++) {
        findings.examine(Condition.E8, w, 0);
      }
    }
    for (Ledger.Line line : elsewhere) {
      boolean isCommitted = line.outcome() == Ledger.Outcome.COMMITTED;
      findings.check(Condition.E8, Findings.ALL, !isCommitted, line);
    }
  }

  LedgerCounts counts() {
    return districts.values().stream()
        .map(DistrictClaims::counts)
        .reduce(LedgerCounts.NONE, LedgerCounts::plus);
  }

  boolean isGiven() {
    return isGiven;
  }

  /**
   * E8: compares what ledgers say of one district with the rows that are there. Not thread-safe.
   */
  static final class DistrictClaims {
    private final OrderClaims orders = new OrderClaims();
    private final PaymentClaims payments = new PaymentClaims();
    private long entries;

    void add(Ledger.Line line) throws LedgerException {
      entries++;
      switch (line.kind()) {
        case NEW_ORDER -> orders.add(line);
        case PAYMENT -> payments.add(line);
        default -> throw new LedgerException("a ledger is of New-Orders and Payments");
      }
    }

    /** An order, of which those of the load are left out. */
    void see(WholeOrder order, Scale scale) {
      if (order.row() != null && order.o() > scale.orders()) {
        Long customer = Cells.number(order.row(), Column.O_C_ID);
        Long millis = Cells.number(order.row(), Column.O_ENTRY_D);
        orders.see(order.key(), customer, millis);
      }
    }

    /** A payment that was not loaded. */
    void see(KeyedRow history) {
      payments.see(history);
    }

    void end(int w, Findings findings) {
      if (entries > 0) {
        findings.examine(Condition.E8, w, entries);
        orders.end(w, findings);
        payments.end(w, findings);
      }
    }

    LedgerCounts counts() {
      return orders.counts().plus(payments.counts());
    }
  }
}
