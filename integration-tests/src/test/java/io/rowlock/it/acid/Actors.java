package io.rowlock.it.acid;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the clients of T1 and T2. */
final class Actors {
  /** The time after which others settle a transaction of a dead client. */
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

  /** Makes requests of T1 leave in the order of its code: none waits for its region. */
  private int findRegions(Access access) throws IOException {
    Reads reads = access.reads();
    for (int w = 1; w <= warehouses; w++) {
      reads.get(Keys.districtNext(w, 1));
      reads.get(Keys.warehouseYtd(w));
      reads.get(Keys.customer(w, 1, 1));
      reads.get(Keys.order(w, 1, 1));
      reads.get(Keys.newOrder(w, 1, 1));
      reads.get(Keys.orderLine(w, 1, 1, 1));
      reads.ask(layout.orders().find(PlacedOrder.of(w, 1, 1)));
      reads.get(Keys.history(w, 1, 1, 1, 1));
      reads.get(Keys.stock(w, 1));
      reads.get(Keys.item(w, 1));
    }
    reads.run();
    return warehouses;
  }

  private Client open(Configuration with) throws IOException {
    return Client.open(mode, with, layout, RetryPolicy.ofDefaults());
  }

  /** The client of T1, whose requests pass a gate. */
  static final class FirstActor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FirstActor.class);

    private final Client client;
    private final RpcKinds requests;
    private final StopGate gate;
    private boolean isDead;

    FirstActor(Client client, RpcKinds requests, StopGate gate) {
      this.client = client;
      this.requests = requests;
      this.gate = gate;
    }

    Client client() {
      return client;
    }

    StopGate gate() {
      return gate;
    }

    /** Has the effect of a kill of the process. */
    void die() {
      isDead = true;
      gate.die();
    }

    @Override
    public void close() throws IOException {
      if (isDead) {
        Thread burial = new Thread(this::bury, "tpcc-acid-dead-client");
        burial.setDaemon(true);
        burial.start();
      } else {
        gate.goOn();
        try (requests) {
          client.close();
        }
      }
    }

    /** Closes the client, which takes long, because its requests fail. */
    private void bury() {
      try (requests) {
        client.close();
      } catch (IOException | RuntimeException e) {
        LOG.debug("As expected of a dead client", e);
      }
    }
  }
}
