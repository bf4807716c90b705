package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Returns the present descriptors of tables: the master's, or if it shows this user none, that of a
 * region. Not counted among the requests of transactions. Thread-safe.
 */
final class Descriptors {

  private final TableViews tables;
  private final RegionDescriptors regions;
  private final AccessRights rights;

  /** The tables that the master has refused to show and a region has shown. */
  private final Set<TableName> concealed = ConcurrentHashMap.newKeySet();

  Descriptors(TableViews tables, AccessRights rights) {
    this.tables = tables;
    this.regions = new RegionDescriptors(tables);
    this.rights = rights;
  }

  /**
   * Asks the region first where the master has refused before: it would note one more refusal in
   * its log each time.
   */
  CompletableFuture<TableDescriptor> of(TableName table) {
    return concealed.contains(table)
        ? ofRegion(table, () -> ofMaster(table))
        : Async.recover(ofMaster(table), failure -> ofRegionIfRefused(table, failure));
  }

  private CompletableFuture<TableDescriptor> ofMaster(TableName table) {
    return Async.guarded(() -> tables.admin.getDescriptor(table));
  }

  private CompletableFuture<TableDescriptor> ofRegionIfRefused(TableName table, Throwable failure) {
    return FaultClassifier.causeOf(failure) instanceof AccessDeniedException
        ? ofRegion(table, () -> CompletableFuture.failedFuture(failure))
        : CompletableFuture.failedFuture(failure);
  }

  private CompletableFuture<TableDescriptor> ofRegion(
      TableName table, Supplier<CompletableFuture<TableDescriptor>> ifNotShown) {
    return regions
        .request(table)
        .thenCompose(
            shown -> {
              if (shown.isPresent()) {
                concealed.add(table);
                return CompletableFuture.completedFuture(shown.get());
              }
              concealed.remove(table);
              return Async.translate(
                  ifNotShown.get(), failure -> rights.explainDescriptor(table, failure));
            });
  }
}
