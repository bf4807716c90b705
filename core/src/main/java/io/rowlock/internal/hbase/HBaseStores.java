package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowStore;
import org.apache.hadoop.hbase.client.AsyncConnection;

/**
 * The store on one connection, with any number of views that differ only in the counter of their
 * RPCs: for example one for calls that a caller waits for and one for background work. They share
 * the connection, the limit per server and the timer.
 */
public final class HBaseStores {

  private final TableViews tables;
  private final TableViews tablesOnce;
  private final RegionServers servers;
  private final RegionServers serversOnce;
  private final Endpoints endpoints = new Endpoints();
  private final RpcSender.Limiter limiter;
  private final TableDescriber describer;
  private final ReadRights readRights;
  private final SharedReads sharedReads;
  private final boolean secondRequest;

  /**
   * Creates the store without a request.
   *
   * @param connection closed by the caller, after everything that uses it
   * @param user the connection's, for messages
   * @param once the same for calls to the regions' endpoint: a connection that repeats nothing
   */
  public HBaseStores(
      AsyncConnection connection,
      String user,
      AsyncConnection once,
      HBaseStoreSettings settings,
      Environment environment) {
    this.tables = new TableViews(connection, settings);
    this.tablesOnce = new TableViews(once, settings);
    this.servers = new RegionServers(connection, environment, settings.operationTimeout());
    this.serversOnce = new RegionServers(once, environment, settings.operationTimeout());
    this.limiter =
        new RpcSender.Limiter(settings.maxInFlightPerServer(), settings.patience(), environment);
    AccessRights rights = new AccessRights(servers, user);
    this.describer = new TableDescriber(new Descriptors(tables, rights), endpoints, rights);
    this.readRights = new ReadRights(rights, environment.clock());
    this.sharedReads = new SharedReads(tables, environment);
    this.secondRequest = settings.secondRequest();
  }

  /** Returns a cheap view that counts its RPCs there. */
  public RowStore counting(RpcCounter counter) {
    RpcSender sender = new RpcSender(limiter, counter, servers.environment().propagator());
    WriteDelivery delivery = new WriteDelivery(tables, servers, sender);
    return new HBaseRowStore(
        describer,
        readRights,
        new RowReader(sharedReads, servers, sender, secondRequest),
        new ScanReader(tables, servers, sender),
        new SnapshotReader(tables, servers, sender),
        delivery,
        new RegionWriter(tablesOnce, serversOnce, servers, endpoints, delivery),
        servers);
  }
}
