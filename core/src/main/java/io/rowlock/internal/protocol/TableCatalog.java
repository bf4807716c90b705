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
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The facts of the tables in use. Those that are older than a minute are looked up again while the
 * old ones still serve, so that nobody waits for the master, and nobody fails because it is away.
 * Thread-safe.
 */
final class TableCatalog {

  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();

  private record Entry(CompletableFuture<TableFacts> facts, long lookedUpNanos) {

    boolean isFresh(long now) {
      return now - lookedUpNanos < FRESH_NANOS;
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
    if (known == null || known.facts().isCompletedExceptionally()) {
      CompletableFuture<TableFacts> facts = lookUp(table);
      entries.put(table, new Entry(facts, now));
      return facts;
    }
    // Whoever replaces the entry looks the table up; all others go on with what is known.
    if (!known.isFresh(now) && entries.replace(table, known, new Entry(known.facts(), now))) {
      CompletableFuture<Void> unused = refresh(table, known.facts(), now);
    }
    return known.facts();
  }

  private CompletableFuture<Void> refresh(
      TableName table, CompletableFuture<TableFacts> old, long now) {
    return lookUp(table)
        .handle(
            (facts, failure) -> {
              Entry current = new Entry(old, now);
              if (failure == null) {
                entries.replace(
                    table, current, new Entry(CompletableFuture.completedFuture(facts), now));
              } else if (isAboutTheTable(Async.unwrap(failure))) {
                entries.remove(table, current);
              }
              return null;
            });
  }

  private CompletableFuture<TableFacts> lookUp(TableName table) {
    return Async.guarded(() -> store.describe(table)).thenApply(this::verified);
  }

  private static boolean isAboutTheTable(Throwable failure) {
    return failure instanceof ProtocolFailure || failure instanceof TableNotFoundException;
  }

  /**
   * Like {@link #facts}, but looked up again when the table is not known to have the families, or
   * this user is not known to be allowed to write to them.
   */
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
      if (!facts.families().contains(family) || facts.denied().contains(family)) {
        return false;
      }
    }
    return !facts.denied().contains(LockColumn.family());
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
