package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.tpcc.check.CheckResult.LedgerCounts;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * E8: compares what ledgers say of one district with the rows that are there. Not thread-safe.
 *
 * <p>The number of an order that was not committed goes to another: customer and time identify an
 * order. There may be as many orders of the same customer and time as ledgers allow, and those with
 * the numbers that clients were given must be among them. Payments have keys in HISTORY.
 */
final class DistrictClaims {
  private final Map<Mark, OrderClaim> orders = new HashMap<>();
  private final Map<Key, List<Ledger.Line>> payments = new HashMap<>();
  private final Map<Key, KeyedRow> paid = new HashMap<>();
  private LedgerCounts counts = LedgerCounts.NONE;
  private long entries;

  private record Mark(long customer, long millis) {}

  /** The payments of a customer at a time in the ledgers and in the database. */
  private record OrderClaim(List<Key> committed, List<Key> found, AtomicInteger unknown) {
    OrderClaim() {
      this(new ArrayList<>(), new ArrayList<>(), new AtomicInteger());
    }
  }

  /** Throws {@link IllegalArgumentException} if the line is impossible in a ledger. */
  void add(Ledger.Line line) {
    entries++;
    switch (line.kind()) {
      case NEW_ORDER -> addOrder(line);
      case PAYMENT -> payments.computeIfAbsent(paymentKey(line), k -> new ArrayList<>()).add(line);
      default -> throw new IllegalArgumentException("a ledger is of New-Orders and Payments");
    }
    counts = counts.plus(LedgerCounts.of(line.outcome()));
  }

  private void addOrder(Ledger.Line line) {
    Mark mark = new Mark(line.c(), line.millis());
    OrderClaim claim = orders.computeIfAbsent(mark, any -> new OrderClaim());
    if (line.outcome() == Ledger.Outcome.COMMITTED) {
      Arguments.require(
          line.id().matches("\\d{1,18}"), "'" + line.id() + "' is no number of an order");
      claim.committed.add(Keys.order(line.w(), line.d(), Long.parseLong(line.id())));
    } else if (line.outcome() == Ledger.Outcome.UNKNOWN) {
      claim.unknown.incrementAndGet();
    }
  }

  private static Key paymentKey(Ledger.Line line) {
    try {
      Key key = Key.parse(Relation.HISTORY.table(), Bytes.fromHex(line.id()));
      if (key.warehouse() == line.w() && key.district() == line.d()) {
        return key;
      }
    } catch (BrokenRowException | IllegalArgumentException e) {
      // As below.
    }
    throw new IllegalArgumentException("'" + line.id() + "' is no key of HISTORY in its district");
  }

  /** Notes an order, unless it was loaded. */
  void see(WholeOrder order, Scale scale) {
    if (order.row() == null || order.o() <= scale.orders()) {
      return;
    }
    Long customer = Cells.number(order.row(), Column.O_C_ID);
    Long millis = Cells.number(order.row(), Column.O_ENTRY_D);
    OrderClaim claim =
        customer == null || millis == null ? null : orders.get(new Mark(customer, millis));
    if (claim == null) {
      counts = counts.plus(LedgerCounts.UNLISTED);
    } else {
      claim.found.add(order.key());
    }
  }

  /** Notes a payment that was not loaded. */
  void see(KeyedRow history) {
    if (payments.containsKey(history.key())) {
      paid.put(history.key(), history);
    } else {
      counts = counts.plus(LedgerCounts.UNLISTED);
    }
  }

  void end(int w, Findings findings) {
    if (entries > 0) {
      findings.examine(Condition.E8, w, entries);
      orders.values().forEach(claim -> checkOrders(claim, w, findings));
      payments.forEach((key, lines) -> checkPayment(key, lines, w, findings));
    }
  }

  private static void checkOrders(OrderClaim claim, int w, Findings findings) {
    List<Key> extra = new ArrayList<>(claim.found);
    for (Key key : claim.committed) {
      if (!extra.remove(key)) {
        findings.breakAt(Condition.E8, w, key + " is not there as committed");
      }
    }
    int unknown = claim.unknown.get();
    if (extra.size() > unknown) {
      extra.forEach(
          key -> findings.breakAt(Condition.E8, w, key + " is there and was not committed"));
    }
    for (int i = 0; i < unknown; i++) {
      findings.beVacuous(Condition.E8, w);
    }
  }

  private void checkPayment(Key key, List<Ledger.Line> lines, int w, Findings findings) {
    KeyedRow row = paid.get(key);
    for (Ledger.Line line : lines) {
      switch (line.outcome()) {
        case COMMITTED -> {
          if (lines.size() > 1 || row == null || !isLike(row.row(), line)) {
            findings.breakAt(Condition.E8, w, key + " is not there as committed");
          }
        }
        case UNKNOWN -> findings.beVacuous(Condition.E8, w);
        case ROLLED_BACK, FAILED -> {
          if (row != null) {
            findings.breakAt(Condition.E8, w, key + " is there and was not committed");
          }
        }
      }
    }
  }

  private static boolean isLike(Row row, Ledger.Line line) {
    return Cells.is(row, Column.H_C_ID, line.c()) && Cells.is(row, Column.H_DATE, line.millis());
  }

  LedgerCounts counts() {
    return counts;
  }
}
