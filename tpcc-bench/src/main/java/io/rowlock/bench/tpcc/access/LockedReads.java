package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.LockCells.LockMode;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;

/** Locks rows, and then reads them. Rows that a scan finds are locked, and scanned once more. */
record LockedReads(StoredRows rows, Function<TableName, AsyncTable<?>> tables, RowLocks locks) {
  /** Returns an answer for each query; locks more rows at the same time. */
  List<List<KeyedRow>> run(List<Query> queries, Map<Key, LockMode> more) throws IOException {
    Map<Key, LockMode> wanted = new HashMap<>(more);
    queries.forEach(query -> keys(query).forEach(key -> want(wanted, key, query)));
    locks.acquire(wanted);
    List<List<KeyedRow>> answers = new ArrayList<>(read(queries));
    List<Integer> unsettled =
        IntStream.range(0, queries.size())
            .filter(i -> !isLocked(queries.get(i), answers.get(i)))
            .boxed()
            .toList();
    List<Query> scans = unsettled.stream().map(queries::get).toList();
    // Until all that the scans find was locked before.
    for (boolean isSettled = scans.isEmpty(); !isSettled; ) {
      Map<Key, LockMode> found = new HashMap<>();
      unsettled.forEach(i -> answers.get(i).forEach(row -> want(found, row.key(), queries.get(i))));
      locks.acquire(found);
      Iterator<List<KeyedRow>> again = read(scans).iterator();
      unsettled.forEach(i -> answers.set(i, again.next()));
      isSettled = unsettled.stream().allMatch(i -> isLocked(queries.get(i), answers.get(i)));
    }
    return answers;
  }

  private List<List<KeyedRow>> read(List<Query> queries) throws IOException {
    return new GroupedReads(rows, tables, queries, true).run();
  }

  private boolean isLocked(Query query, List<KeyedRow> found) {
    return found.stream().allMatch(row -> locks.holds(row.key(), mode(query)));
  }

  private static List<Key> keys(Query query) {
    return query instanceof Query.ByKey one ? List.of(one.key()) : ((Query.InRange) query).keys();
  }

  private static void want(Map<Key, LockMode> wanted, Key key, Query query) {
    wanted.merge(key, mode(query), (a, b) -> a == b ? a : LockMode.EXCLUSIVE);
  }

  private static LockMode mode(Query query) {
    return query.isForUpdate() ? LockMode.EXCLUSIVE : LockMode.SHARED;
  }
}
