package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.population.Workers;
import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockResolution;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;

/** E7: settles the locks that clients left behind, and checks that none remains. */
final class LockSettling {
  private final Layout layout;
  private final LockTools tools;
  private final Findings findings;
  private final Map<LockResolution.Outcome, Long> outcomes =
      new EnumMap<>(LockResolution.Outcome.class);

  private LockSettling(Layout layout, LockTools tools, Findings findings) {
    this.layout = layout;
    this.tools = tools;
    this.findings = findings;
  }

  /** The numbers of locks by their end. */
  static Map<LockResolution.Outcome, Long> run(
      Connection connection,
      Layout layout,
      List<TableName> tables,
      Workers workers,
      Findings findings)
      throws IOException {
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      LockSettling settling = new LockSettling(layout, tools, findings);
      workers.forAll(tables, table -> tools.resolve(LockRange.of(table), settling::count));
      workers.forAll(tables, settling::look);
      return settling.outcomes;
    }
  }

  private synchronized void count(LockResolution lock) {
    outcomes.merge(lock.outcome(), 1L, Long::sum);
  }

  private void look(TableName table) throws IOException {
    Findings found = new Findings();
    tools.list(
        LockRange.of(table),
        lock -> found.check(Condition.E7, Findings.ALL, !lock.isUnsettled(), name(lock)));
    findings.add(found);
  }

  private String name(LockInfo lock) {
    try {
      return lock.state() + " lock of " + layout.key(lock.table(), lock.row());
    } catch (BrokenRowException e) {
      return lock.state() + " lock of " + lock.table() + " " + Bytes.toStringBinary(lock.row());
    }
  }
}
