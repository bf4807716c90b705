package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.RpcKinds;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client of T1, whose requests pass a gate. */
final class FirstActor implements AutoCloseable {
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

  /** As if its process were killed. */
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

  /** Takes long: it tries in vain to finish what it has begun. Nobody waits for it. */
  private void bury() {
    try (requests) {
      client.close();
    } catch (IOException | RuntimeException e) {
      LOG.debug("As expected of a dead client", e);
    }
  }
}
