package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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

  CompletableFuture<TableDescriptor> of(TableName table) {
    return concealed.contains(table) ? ofRegionFirst(table) : ofMasterFirst(table);
  }

  private CompletableFuture<TableDescriptor> ofMasterFirst(TableName table) {
    return ofMaster(table)
        .exceptionallyCompose(
            failure ->
                isRefusal(failure)
                    ? ofRegion(table, failure)
                    : CompletableFuture.failedFuture(failure));
  }

  private CompletableFuture<TableDescriptor> ofMaster(TableName table) {
    return Async.guarded(() -> tables.admin().getDescriptor(table));
  }

  private static boolean isRefusal(Throwable failure) {
    return FaultClassifier.causeOf(failure) instanceof AccessDeniedException;
  }

  private CompletableFuture<TableDescriptor> ofRegion(TableName table, Throwable refusal) {
    return regions
        .request(table)
        .thenCompose(
            shown -> {
              if (shown.isEmpty()) {
                return CompletableFuture.failedFuture(rights.explainDescriptor(table, refusal));
              }
              concealed.add(table);
              return CompletableFuture.completedFuture(shown.get());
            });
  }

  /** The master would note one more refusal in its log each time. */
  private CompletableFuture<TableDescriptor> ofRegionFirst(TableName table) {
    return regions
        .request(table)
        .thenCompose(
            shown -> {
              if (shown.isPresent()) {
                return CompletableFuture.completedFuture(shown.get());
              }
              concealed.remove(table);
              return ofMaster(table)
                  .exceptionallyCompose(
                      failure ->
                          CompletableFuture.failedFuture(rights.explainDescriptor(table, failure)));
            });
  }
}
