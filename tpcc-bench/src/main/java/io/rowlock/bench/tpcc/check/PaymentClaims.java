package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.CheckResult.LedgerCounts;
import io.rowlock.bench.tpcc.check.Ledger.LedgerLines.LedgerException;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.util.Bytes;

/** Payments of one district, told by their keys in HISTORY. */
final class PaymentClaims {
  private final Map<Key, List<Ledger.Line>> claims = new HashMap<>();
  private final Map<Key, KeyedRow> found = new HashMap<>();
  private LedgerCounts counts = LedgerCounts.NONE;

  void add(Ledger.Line line) throws LedgerException {
    claims.computeIfAbsent(key(line), any -> new ArrayList<>()).add(line);
    counts = counts.plus(LedgerCounts.of(line.outcome()));
  }

  private static Key key(Ledger.Line line) throws LedgerException {
    try {
      Key key = Key.parse(Relation.HISTORY.table(), Bytes.fromHex(line.id()));
      if (key.warehouse() == line.w() && key.district() == line.d()) {
        return key;
      }
    } catch (BrokenRowException | IllegalArgumentException e) {
      // As below.
    }
    throw new LedgerException("'" + line.id() + "' is no key of HISTORY in its district");
  }

  void see(KeyedRow history) {
    if (claims.containsKey(history.key())) {
      found.put(history.key(), history);
    } else {
      counts = counts.plus(new LedgerCounts(0, 0, 0, 1));
    }
  }

  void end(int w, Findings findings) {
    claims.forEach((key, lines) -> check(key, lines, w, findings));
  }

  private void check(Key key, List<Ledger.Line> lines, int w, Findings findings) {
    KeyedRow row = found.get(key);
    for (Ledger.Line line : lines) {
      switch (line.outcome()) {
        case COMMITTED -> {
          if (lines.size() > 1 || row == null || !isLike(row, line)) {
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

  private static boolean isLike(KeyedRow row, Ledger.Line line) {
    return Cells.is(row.row(), Column.H_C_ID, line.c())
        && Cells.is(row.row(), Column.H_DATE, line.millis());
  }

  LedgerCounts counts() {
    return counts;
  }
}
