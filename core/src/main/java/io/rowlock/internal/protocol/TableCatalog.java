package io.rowlock.internal.protocol;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The facts of the tables in use, looked up again when they are older than a minute, and forgotten
 * when they seem wrong. Thread-safe.
 */
final class TableCatalog {

  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();

  private record Entry(CompletableFuture<TableFacts> facts, long lookedUpNanos) {

    boolean isFresh(long now) {
      return now - lookedUpNanos < FRESH_NANOS && !facts.isCompletedExceptionally();
    }
  }

  private final RowStore store;
  private final Clock clock;
  private final Map<TableName, Entry> entries = new ConcurrentHashMap<>();

  TableCatalog(RowStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Fails when the table does not exist or has no lock family. */
  CompletableFuture<TableFacts> facts(TableName table) {
    long now = clock.monotonicNanos();
    Entry known = entries.get(table);
    if (known != null && known.isFresh(now)) {
      return known.facts();
    }
    CompletableFuture<TableFacts> facts = store.describe(table).thenApply(this::verified);
    entries.put(table, new Entry(facts, now));
    return facts;
  }

  /** Like {@link #facts}, but looked up again when the table is not known to have the families. */
  CompletableFuture<TableFacts> factsWith(TableName table, Iterable<byte[]> families) {
    return facts(table)
        .thenCompose(
            facts -> {
              if (hasAll(facts, families)) {
                return CompletableFuture.completedFuture(facts);
              }
              entries.remove(table);
              return facts(table);
            });
  }

  private static boolean hasAll(TableFacts facts, Iterable<byte[]> families) {
    for (byte[] family : families) {
      if (!facts.families().contains(family)) {
        return false;
      }
    }
    return true;
  }

  private TableFacts verified(TableFacts facts) {
    if (!facts.isTransactional()) {
      throw ProtocolFailure.illegal(
          null,
          "Table '"
              + facts.table()
              + "' has no lock family '"
              + Bytes.toString(LockColumn.family())
              + "': enable it once with TransactionAdmin.enable, then try again");
    }
    return facts;
  }
}
