package io.rowlock.internal.hbase;

import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.Surroundings;
import java.time.Duration;
import org.apache.hadoop.hbase.client.AsyncConnection;

/**
 * The store on one connection, seen through any number of views that differ only in who counts
 * their RPCs: what a caller waits for and what happens in the background, say. They share the
 * connection, the limit per server and the timer.
 */
public final class HBaseStores {

  private final Surroundings surroundings;
  private final Duration operationTimeout;
  private final TableViews tables;
  private final RegionServers servers;
  private final ServerLimiter limiter;

  /**
   * Sends nothing yet.
   *
   * @param connection closed by the caller, after everything that uses it
   */
  public HBaseStores(
      AsyncConnection connection, HBaseStoreSettings settings, Surroundings surroundings) {
    this.surroundings = surroundings;
    this.operationTimeout = settings.operationTimeout();
    this.tables = new TableViews(connection, settings);
    this.servers = new RegionServers(connection, surroundings.scheduler());
    this.limiter = new ServerLimiter(settings.maxInFlightPerServer());
  }

  /** A cheap view that counts its RPCs there. */
  public RowStore counting(RpcCounter counter) {
    RpcSender sender = new RpcSender(limiter, counter);
    return new HBaseRowStore(
        new TableDescriber(tables),
        new RowReader(tables, servers, sender, operationTimeout),
        new PageReader(tables, servers, sender, operationTimeout),
        new RowWriter(tables, servers, sender, surroundings, operationTimeout),
        servers,
        operationTimeout);
  }
}
