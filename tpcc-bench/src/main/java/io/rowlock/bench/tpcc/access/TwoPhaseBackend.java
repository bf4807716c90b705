package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.access.GroupedReads.TableGroups;
import io.rowlock.bench.tpcc.access.LockCells.LockMode;
import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;

/** An attempt in mode 2pc: see {@link TwoPhaseClient}. */
final class TwoPhaseBackend extends Backend.Buffered {
  private final byte[] owner;
  private final RowLocks locks;
  private final LockedReads reads;
  private boolean isDecided;

  TwoPhaseBackend(StoredRows rows, Function<TableName, AsyncTable<?>> tables, byte[] owner) {
    super(rows, tables);
    this.owner = owner;
    this.locks = new RowLocks(rows, tables, owner);
    this.reads = new LockedReads(rows, tables, locks);
  }

  /** Along with what is read, rows that are known to be written are locked. */
  @Override
  public List<List<KeyedRow>> read(List<Query> queries) throws IOException {
    return reads.run(queries, written());
  }

  private Map<Key, LockMode> written() {
    Map<Key, LockMode> written = new HashMap<>();
    puts.keySet().forEach(key -> written.put(key, LockMode.EXCLUSIVE));
    deletes.forEach(key -> written.put(key, LockMode.EXCLUSIVE));
    additions.keySet().forEach(counter -> written.put(counter.key(), LockMode.EXCLUSIVE));
    return written;
  }

  /** Prepares and decides; returns the work that is left when the transaction is committed. */
  CompletableFuture<?> commit() throws IOException {
    additions.forEach(
        (counter, delta) ->
            put(counter.key(), new Row().set(counter.column(), counter.value() + delta)));
    if (puts.isEmpty() && deletes.isEmpty()) {
      return giveBack();
    }
    locks.acquire(written());
    PhaseClock.in(Phase.PREWRITE, () -> Interruption.await(prepare()));
    isDecided = true;
    AsyncTable<?> log = tables.apply(LockCells.LOG);
    PhaseClock.in(Phase.COMMIT, () -> Interruption.await(log.put(LockCells.decide(owner))));
    return apply().thenCompose(done -> log.delete(LockCells.forget(owner)));
  }

  private CompletableFuture<?> prepare() {
    TableGroups groups = new TableGroups(rows, tables);
    puts.forEach((key, cells) -> groups.add(key, LockCells.prepare(rows.row(key), cells)));
    deletes.forEach(key -> groups.add(key, LockCells.prepareDelete(rows.row(key))));
    return groups.send();
  }

  private CompletableFuture<?> apply() throws IOException {
    TableGroups groups = new TableGroups(rows, tables);
    for (Key key : locks.owned()) {
      Row cells = puts.get(key);
      if (cells != null) {
        groups.add(key, LockCells.put(rows.put(key, cells)));
      } else if (deletes.contains(key)) {
        groups.add(key, LockCells.delete(rows.delete(key)));
      } else {
        groups.add(key, LockCells.release(rows.row(key)));
      }
    }
    locks.shared().forEach(key -> groups.add(key, LockCells.leave(rows.row(key))));
    return groups.send();
  }

  /**
   * Without a decision nothing has happened; with one that may be there, the outcome is unknown.
   */
  CompletableFuture<?> giveBack() {
    return isDecided ? CompletableFuture.completedFuture(null) : locks.giveBackAll();
  }
}
