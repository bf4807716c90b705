package io.rowlock.bench.tpcc.acid;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Clients;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Makes the clients of T1 and T2. */
final class Actors {
  /** A transaction whose client has died is settled after so long. */
  private static final String LEASE_MILLIS = "1000";

  private final Configuration configuration;
  private final Layout layout;
  private final int warehouses;
  private final Mode mode;

  Actors(Configuration configuration, Layout layout, int warehouses, Mode mode) {
    this.configuration = new Configuration(configuration);
    this.configuration.set("rowlock.lease", LEASE_MILLIS);
    this.layout = layout;
    this.warehouses = warehouses;
    this.mode = mode;
  }

  Client second() throws IOException {
    return open(configuration);
  }

  FirstActor first() throws IOException {
    StopGate gate = new StopGate();
    RpcKinds requests = new RpcKinds(gate);
    Client client = open(requests.counting(configuration));
    var unused = client.run(this::findRegions);
    return new FirstActor(client, requests, gate);
  }

  /** So that no request of T1 has to wait for its region: they leave in the order of its code. */
  private int findRegions(Access access) throws IOException {
    Reads reads = access.reads();
    for (int w = 1; w <= warehouses; w++) {
      reads.get(Keys.districtNext(w, 1));
      reads.get(Keys.warehouseYtd(w));
      reads.get(Keys.customer(w, 1, 1));
      reads.get(Keys.order(w, 1, 1));
      reads.get(Keys.newOrder(w, 1, 1));
      reads.get(Keys.orderLine(w, 1, 1, 1));
      reads.ask(layout.orders().latest(w, 1, 1));
      reads.get(Keys.history(w, 1, 1, 1, 1));
      reads.get(Keys.stock(w, 1));
      reads.get(Keys.item(w, 1));
    }
    reads.run();
    return warehouses;
  }

  private Client open(Configuration with) throws IOException {
    return Clients.open(mode, with, layout, RetryPolicy.ofDefaults());
  }
}
