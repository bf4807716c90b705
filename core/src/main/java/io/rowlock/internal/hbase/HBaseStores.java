package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Carrier;
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
  private final Carrier carrier;
  private final Duration operationTimeout;
  private final TableViews tables;
  private final TableViews tablesOnce;
  private final RegionServers servers;
  private final RegionServers serversOnce;
  private final EndpointTables endpoints = new EndpointTables();
  private final EndpointServers endpointServers = new EndpointServers();
  private final ServerLimiter limiter;
  private final AccessRights rights;
  private final ReadRights readRights;

  /**
   * Sends nothing yet.
   *
   * @param connection closed by the caller, after everything that uses it
   * @param user the connection's, for messages
   * @param once the same for calls to the regions' endpoint: a connection that repeats nothing
   * @param carrier takes what belongs to a caller to where requests are sent
   */
  public HBaseStores(
      AsyncConnection connection,
      String user,
      AsyncConnection once,
      HBaseStoreSettings settings,
      Surroundings surroundings,
      Carrier carrier) {
    this.surroundings = surroundings;
    this.carrier = carrier;
    this.operationTimeout = settings.operationTimeout();
    this.tables = new TableViews(connection, settings);
    this.tablesOnce = new TableViews(once, settings);
    this.servers = new RegionServers(connection, surroundings.scheduler(), carrier);
    this.serversOnce = new RegionServers(once, surroundings.scheduler(), carrier);
    this.rights = new AccessRights(connection, user, surroundings.clock());
    this.readRights = new ReadRights(rights, surroundings.clock());
    this.limiter = new ServerLimiter(settings.maxInFlightPerServer());
  }

  /** A cheap view that counts its RPCs there. */
  public RowStore counting(RpcCounter counter) {
    RpcSender sender = new RpcSender(limiter, counter, carrier);
    WriteDelivery delivery = new WriteDelivery(tables, sender, surroundings, operationTimeout);
    return new HBaseRowStore(
        new TableDescriber(tables, endpoints, rights),
        readRights,
        new RowReader(tables, servers, sender, operationTimeout),
        new PageReader(tables, servers, sender, operationTimeout),
        new RawReader(tables, servers, sender, operationTimeout),
        new RowWriter(tables, servers, delivery),
        new RegionWriter(
            tablesOnce, serversOnce, endpoints, endpointServers, delivery, operationTimeout),
        servers,
        operationTimeout);
  }
}
