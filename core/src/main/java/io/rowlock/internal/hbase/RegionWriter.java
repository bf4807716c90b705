package io.rowlock.internal.hbase;

import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Atomic writes to several rows of one region, through the endpoint of {@link RegionEndpoint}.
 *
 * <p>The endpoint's channel takes its number of attempts from the connection, not from the table,
 * so its calls go through a connection that never repeats any; locations are asked of the same one,
 * as every connection remembers its own.
 */
final class RegionWriter {

  private final TableViews once;
  private final RegionServers servers;
  private final EndpointTables endpoints;
  private final WriteDelivery delivery;
  private final Duration operationTimeout;

  /**
   * @param once tables of a connection without retries
   * @param servers as that connection knows them
   */
  RegionWriter(
      TableViews once,
      RegionServers servers,
      EndpointTables endpoints,
      WriteDelivery delivery,
      Duration operationTimeout) {
    this.once = once;
    this.servers = servers;
    this.endpoints = endpoints;
    this.delivery = delivery;
    this.operationTimeout = operationTimeout;
  }

  /** Never fails exceptionally. */
  CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    List<CompletableFuture<Optional<RegionId>>> regions = rows.stream().map(this::region).toList();
    return CompletableFuture.allOf(regions.toArray(CompletableFuture[]::new))
        .thenApply(found -> regions.stream().map(CompletableFuture::join).toList());
  }

  private CompletableFuture<Optional<RegionId>> region(RowKey row) {
    return endpoints.mayHave(row.table())
        ? servers
            .locate(row, operationTimeout)
            .thenApply(location -> Optional.of(id(row.table(), location)))
            .exceptionally(unknown -> Optional.empty())
        : CompletableFuture.completedFuture(Optional.empty());
  }

  private static RegionId id(TableName table, HRegionLocation location) {
    return new RegionId(table, location.getRegion().getEncodedName());
  }

  /** Never fails exceptionally. */
  CompletableFuture<WriteOutcome> write(RegionWrite write) {
    try {
      return delivery.deliver(
          new WriteDelivery.Request(
              write.leader(), limit -> servers.servingAll(write.rows(), limit), rpc(write)));
    } catch (LinkageError incompatible) {
      endpoints.noteUnusable(incompatible);
      return CompletableFuture.completedFuture(WriteOutcome.APART);
    } catch (Throwable malformed) { // nothing has been sent yet
      return CompletableFuture.completedFuture(WriteOutcome.rejected(malformed));
    }
  }

  private Supplier<CompletableFuture<WriteOutcome>> rpc(RegionWrite write) throws IOException {
    Supplier<CompletableFuture<Boolean>> call =
        RegionEndpoint.call(once.forWrites(write.leader().table()), write);
    return () ->
        call.get()
            .thenApply(processed -> processed ? WriteOutcome.APPLIED : WriteOutcome.NOT_EQUAL)
            .exceptionallyCompose(fault -> apart(write, fault));
  }

  /**
   * Sorts out what only these writes meet: a region without the endpoint, a user without the
   * permission for it (EXEC, where that is checked; for others, row by row tells), and rows that
   * lie in several regions. All are found before anything is written.
   */
  private CompletableFuture<WriteOutcome> apart(RegionWrite write, Throwable fault) {
    Throwable cause = FaultClassifier.causeOf(fault);
    if (cause instanceof UnknownProtocolException || cause instanceof AccessDeniedException) {
      endpoints.noteAbsent(write.leader().table());
      return CompletableFuture.completedFuture(WriteOutcome.APART);
    }
    return isOutOfRange(cause)
        ? servers
            .relocateAll(write.rows(), operationTimeout)
            .handle((done, unknown) -> WriteOutcome.APART)
        : CompletableFuture.failedFuture(fault);
  }

  /** How {@code MultiRowMutationEndpoint.mutateRows} says that a later row is elsewhere. */
  private static boolean isOutOfRange(Throwable cause) {
    return cause.getClass() == DoNotRetryIOException.class
        && String.valueOf(cause.getMessage()).contains("Requested row out of range");
  }
}
