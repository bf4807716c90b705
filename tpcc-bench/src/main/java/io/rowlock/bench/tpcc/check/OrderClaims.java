package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.CheckResult.LedgerCounts;
import io.rowlock.bench.tpcc.check.Ledger.LedgerLines.LedgerException;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * New-Orders of one district. The number of one that was not committed goes to another: what tells
 * an order is its customer and its time. There may be as many orders of the same customer and time
 * as ledgers allow, and those with the numbers that were told must be among them.
 */
final class OrderClaims {
  private final Map<Mark, Claim> claims = new HashMap<>();
  private LedgerCounts counts = LedgerCounts.NONE;

  private record Mark(long customer, long millis) {}

  /** What ledgers say of a customer at a time, and what is there. */
  private static final class Claim {
    private final List<Key> committed = new ArrayList<>();
    private final List<Key> found = new ArrayList<>();
    private int unknown;
  }

  void add(Ledger.Line line) throws LedgerException {
    Claim claim = claims.computeIfAbsent(new Mark(line.c(), line.millis()), any -> new Claim());
    counts = counts.plus(LedgerCounts.of(line.outcome()));
    if (line.outcome() == Ledger.Outcome.COMMITTED) {
      claim.committed.add(Keys.order(line.w(), line.d(), number(line)));
    } else if (line.outcome() == Ledger.Outcome.UNKNOWN) {
      claim.unknown++;
    }
  }

  private static long number(Ledger.Line line) throws LedgerException {
    try {
      return Long.parseLong(line.id());
    } catch (NumberFormatException e) {
      throw new LedgerException("'" + line.id() + "' is no number of an order");
    }
  }

  void see(Key order, @Nullable Long customer, @Nullable Long millis) {
    Claim claim =
        customer == null || millis == null ? null : claims.get(new Mark(customer, millis));
    if (claim == null) {
      counts = counts.plus(new LedgerCounts(0, 0, 0, 1));
    } else {
      claim.found.add(order);
    }
  }

  void end(int w, Findings findings) {
    claims.values().forEach(claim -> check(claim, w, findings));
  }

  private static void check(Claim claim, int w, Findings findings) {
    List<Key> extra = new ArrayList<>(claim.found);
    for (Key key : claim.committed) {
      if (!extra.remove(key)) {
        findings.breakAt(Condition.E8, w, key + " is not there as committed");
      }
    }
    if (extra.size() > claim.unknown) {
      extra.forEach(
          key -> findings.breakAt(Condition.E8, w, key + " is there and was not committed"));
    }
    for (int i = 0; i < claim.unknown; i++) {
      findings.beVacuous(Condition.E8, w);
    }
  }

  LedgerCounts counts() {
    return counts;
  }
}
