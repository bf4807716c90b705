package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Checks, without a cache, whether tables that locks name still exist, and still have what they
 * need.
 */
public record LostTables(RowStore store) {

  /** Returns why no lock can exist in the table; empty if one can. */
  public CompletableFuture<String> whyNoLocks(TableName table) {
    String name = "table '" + table.getNameAsString() + "'";
    return orIfMissing(
        describe(table)
            .thenApply(facts -> facts.isTransactional() ? "" : name + " has no lock family"),
        name + " does not exist");
  }

  private static <T> CompletableFuture<T> orIfMissing(CompletableFuture<T> answer, T otherwise) {
    return Async.recover(
        answer,
        failure ->
            isMissing(failure)
                ? CompletableFuture.completedFuture(otherwise)
                : CompletableFuture.failedFuture(failure));
  }

  /** Returns whether a request failed because its table seems not to exist. */
  static boolean isMissing(Throwable failure) {
    return StuckLocks.hasCause(failure, TableNotFoundException.class);
  }

  /**
   * Returns true if the master answers that there is no such table; fails if it gives no answer.
   */
  public CompletableFuture<Boolean> isGone(TableName table) {
    return orIfMissing(describe(table).thenApply(facts -> false), true);
  }

  /** Returns whether a write was refused because the table seems to lack the family. */
  public static boolean lacksFamily(WriteOutcome refusal) {
    return refusal.kind() == WriteOutcome.Kind.REJECTED
        && refusal.cause() instanceof NoSuchColumnFamilyException;
  }

  /** Returns the names of the families that an intent writes to and its table does not have. */
  public CompletableFuture<List<String>> missingFamilies(TableName table, Intent intent) {
    return describe(table)
        .thenApply(
            facts ->
                intent.familyNames().stream()
                    .filter(family -> !facts.families().contains(family))
                    .map(Bytes::toStringBinary)
                    .toList());
  }

  private CompletableFuture<TableFacts> describe(TableName table) {
    return Async.guarded(() -> store.describe(table));
  }
}
