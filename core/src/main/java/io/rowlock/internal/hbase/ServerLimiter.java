package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Environment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.net.Address;

/**
 * Limits the RPCs under way to each region server.
 *
 * <p>HBase's client sends every request at once, and a server refuses what does not fit its call
 * queue. Waiting here instead keeps the server's handlers for requests that can run, and costs no
 * thread. A server that restarts keeps its lane.
 *
 * <p>Lanes without RPCs are forgotten when there are many. An RPC that enters such a lane just then
 * is not counted with those of the next lane of its server.
 */
final class ServerLimiter {

  private static final int MOST_LANES = 1_000;

  private final int maxInFlight;
  private final Duration patience;
  private final Environment environment;
  private final ConcurrentMap<Address, RpcLane> lanes = new ConcurrentHashMap<>();

  /**
   * Returns a limiter without RPCs.
   *
   * @param patience after which an RPC without an answer is lost
   */
  ServerLimiter(int maxInFlight, Duration patience, Environment environment) {
    this.maxInFlight = maxInFlight;
    this.patience = patience;
    this.environment = environment;
  }

  /** Sends the RPC as soon as fewer than the limit are under way, first come first served. */
  <T> CompletableFuture<T> submit(ServerName server, Supplier<CompletableFuture<T>> rpc) {
    return submit(server, rpc, () -> 0);
  }

  /**
   * Sends the operation as soon as fewer than the limit are under way, first come first served.
   *
   * @param progress changes as long as the operation is alive, however long it takes
   */
  <T> CompletableFuture<T> submit(
      ServerName server, Supplier<CompletableFuture<T>> rpcs, LongSupplier progress) {
    return laneTo(server.getAddress()).submit(rpcs, progress);
  }

  private RpcLane laneTo(Address server) {
    RpcLane lane = lanes.get(server);
    if (lane != null) {
      return lane;
    }
    if (lanes.size() >= MOST_LANES) {
      lanes.values().removeIf(RpcLane::isIdle);
    }
    return lanes.computeIfAbsent(
        server, address -> new RpcLane(maxInFlight, patience, environment));
  }

  /** Returns the number of servers that have a lane. */
  int remembered() {
    return lanes.size();
  }
}
