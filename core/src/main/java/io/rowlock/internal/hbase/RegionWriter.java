package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Writes several rows of one region atomically, through the endpoint of {@link RegionEndpoint}.
 *
 * <p>The endpoint's channel takes its number of attempts from the connection, not from the table,
 * so its calls go through a connection that never repeats a request. Locations come from the same
 * connection, because every connection has its own cache.
 *
 * <p>Safety: {@link Endpoints}. A request goes to the server where the connection locates the first
 * row at that moment, and is not repeated elsewhere. A last check of that location therefore keeps
 * it from servers that have not been tested.
 *
 * @param once tables of a connection without retries
 * @param servers the cache of that connection
 * @param serversOfReads the cache of the connection that reads
 */
record RegionWriter(
    TableViews once,
    RegionServers servers,
    RegionServers serversOfReads,
    Endpoints endpoints,
    WriteDelivery delivery) {

  private static final CompletableFuture<WriteOutcome> APPLIED =
      CompletableFuture.completedFuture(WriteOutcome.APPLIED);

  /** Finds the regions. Never fails exceptionally. */
  CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    Function<RowKey, CompletableFuture<HRegionLocation>> locator = servers.locator(servers.limit());
    Map<CompletableFuture<HRegionLocation>, CompletableFuture<Optional<RegionId>>> known =
        new HashMap<>();
    List<CompletableFuture<Optional<RegionId>>> regions = new ArrayList<>(rows.size());
    for (RowKey row : rows) {
      regions.add(
          endpoints.mayHave(row.table())
              ? known.computeIfAbsent(locator.apply(row), location -> region(row, location))
              : CompletableFuture.completedFuture(Optional.empty()));
    }
    return Async.all(regions);
  }

  private CompletableFuture<Optional<RegionId>> region(
      RowKey row, CompletableFuture<HRegionLocation> locating) {
    return locating
        .thenCompose(
            at ->
                checksConditions(row, at.getServerName())
                    .thenApply(checks -> Optional.of(at.getRegion()).filter(region -> checks)))
        .thenApply(found -> found.map(at -> new RegionId(row.table(), at.getEncodedName())))
        .exceptionally(unknown -> Optional.empty());
  }

  /**
   * Tests the server unless its answer is known. An answer from another server counts for nothing.
   */
  private CompletableFuture<Boolean> checksConditions(RowKey row, ServerName server) {
    return servers
        .environment()
        .propagator()
        .propagate(endpoints.checksConditions(server, () -> test(row, server)));
  }

  private CompletableFuture<Boolean> test(RowKey row, ServerName server) {
    try {
      var answer = RegionEndpoint.checksConditions(once.forWrites(row.table()), row);
      return Async.onFailure(
          servers
              .limited(answer, servers.limit(), server)
              .thenApply(checks -> requireStillAt(server, row, checks)),
          fault -> noteIfAbsent(row.table(), FaultClassifier.causeOf(fault)));
    } catch (IOException malformed) {
      return CompletableFuture.failedFuture(malformed);
    } catch (LinkageError incompatible) {
      endpoints.noteUnusable(incompatible);
      return CompletableFuture.failedFuture(incompatible);
    }
  }

  private boolean requireStillAt(ServerName server, RowKey row, boolean answer) {
    if (!servers.servingNow(row).equals(Optional.of(server))) {
      throw new IllegalStateException(row + " has moved while " + server + " was asked");
    }
    return answer;
  }

  /** Sends the write. Never fails exceptionally. */
  CompletableFuture<WriteOutcome> write(RegionWrite write) {
    Supplier<CompletableFuture<WriteOutcome>> rpc;
    try {
      rpc = rpc(write);
    } catch (LinkageError incompatible) {
      endpoints.noteUnusable(incompatible);
      return CompletableFuture.completedFuture(WriteOutcome.NOT_COLOCATED);
    } catch (Throwable malformed) { // nothing has been sent yet
      return CompletableFuture.completedFuture(WriteOutcome.unapplied(malformed));
    }
    return delivery.deliver(
        new WriteDelivery.Request(write.leader(), limit -> serverFor(write, limit), rpc));
  }

  /**
   * Returns empty if the rows are in several regions, or their server does not check conditions.
   */
  private CompletableFuture<Optional<ServerName>> serverFor(RegionWrite write, Duration limit) {
    return servers
        .servingAll(write.rows(), limit)
        .thenCompose(
            server ->
                server.isEmpty()
                    ? CompletableFuture.completedFuture(server)
                    : checksConditions(write.leader(), server.get())
                        .thenApply(checks -> checks ? server : Optional.<ServerName>empty()));
  }

  private boolean goesToCheckingServer(RegionWrite write) {
    return servers.servingNow(write.leader()).filter(endpoints::isKnownToCheck).isPresent();
  }

  private Supplier<CompletableFuture<WriteOutcome>> rpc(RegionWrite write) throws IOException {
    RowKey leader = write.leader();
    AsyncTable<?> table = once.forWrites(leader.table());
    Object request = RegionEndpoint.request(write);
    return () ->
        goesToCheckingServer(write)
            ? Async.recover(
                EndpointService.mutateRows(table, leader.row(), request)
                    .thenCompose(done -> done.orElseThrow() ? APPLIED : turnedDown(write)),
                fault -> notColocated(write, fault))
            : CompletableFuture.completedFuture(WriteOutcome.NOT_COLOCATED);
  }

  /**
   * Looks for the server again if reads find another one: a server that has lost the region without
   * noticing it turns down every write.
   */
  private CompletableFuture<WriteOutcome> turnedDown(RegionWrite write) {
    RowKey leader = write.leader();
    boolean agree = servers.servingNow(leader).equals(serversOfReads.servingNow(leader));
    return agree
        ? CompletableFuture.completedFuture(WriteOutcome.NOT_EQUAL)
        : servers.relocate(write.rows()).handle((done, unknown) -> WriteOutcome.NOT_EQUAL);
  }

  /**
   * Handles the errors that only these writes have: a region without the endpoint, a user without
   * the permission for it (EXEC, if that is checked; a write row by row shows other missing
   * permissions), and rows in several regions. HBase raises all of them before anything is written.
   */
  private CompletableFuture<WriteOutcome> notColocated(RegionWrite write, Throwable fault) {
    Throwable cause = FaultClassifier.causeOf(fault);
    if (noteIfAbsent(write.leader().table(), cause)) {
      return CompletableFuture.completedFuture(WriteOutcome.NOT_COLOCATED);
    }
    return isOutOfRange(cause)
        ? servers.relocate(write.rows()).handle((done, unknown) -> WriteOutcome.NOT_COLOCATED)
        : CompletableFuture.failedFuture(fault);
  }

  private boolean noteIfAbsent(TableName table, Throwable cause) {
    boolean isAbsent =
        cause instanceof UnknownProtocolException || cause instanceof AccessDeniedException;
    if (isAbsent) {
      endpoints.noteAbsent(table);
    }
    return isAbsent;
  }

  /**
   * Returns whether the error is the one by which {@code MultiRowMutationEndpoint.mutateRows}
   * reports that a later row is elsewhere.
   */
  private static boolean isOutOfRange(Throwable cause) {
    return cause.getClass() == DoNotRetryIOException.class
        && String.valueOf(cause.getMessage()).contains("Requested row out of range");
  }
}
