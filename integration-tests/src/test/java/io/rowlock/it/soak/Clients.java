package io.rowlock.it.soak;

import io.rowlock.bench.tpcc.run.Terminals.Counts;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/**
 * All client processes. The first one lasts; each of the others is killed sooner or later, and
 * another one takes its place.
 */
final class Clients implements Closeable {
  private final Plans plans;
  private final List<SoakProcess> running = new ArrayList<>();

  /** Of dead clients; their directories keep them. */
  private final List<Path> ledgers = new ArrayList<>();

  private Counts ofTheDead = Counts.NONE;
  private int started;
  private final List<String> broken = new ArrayList<>();
  private int lost;

  /** Makes the plan of the next client, by its number from 0. */
  @FunctionalInterface
  interface Plans {
    ClientPlan next(int number);
  }

  private Clients(Plans plans) {
    this.plans = plans;
  }

  /** Starts so many clients, and returns when all of them work. */
  static Clients start(int count, Plans plans) throws IOException {
    Clients clients = new Clients(plans);
    try {
      for (int i = 0; i < count; i++) {
        clients.running.add(clients.startOne());
      }
      for (SoakProcess client : clients.running) {
        client.awaitWorking();
      }
      return clients;
    } catch (IOException | RuntimeException e) {
      try (clients) {
        throw e;
      }
    }
  }

  private SoakProcess startOne() throws IOException {
    return SoakProcess.start(plans.next(started++));
  }

  SoakProcess lasting() {
    return running.get(0);
  }

  /** Whether there are others, which may be killed or suspended. */
  boolean areMortal() {
    return running.size() > 1;
  }

  /** One of those that may be killed or suspended. */
  SoakProcess anyMortal(Random random) {
    return running.get(1 + random.nextInt(running.size() - 1));
  }

  /** Kills a client, unless it has ended by itself, and starts another one. */
  synchronized void replace(SoakProcess client) throws IOException {
    if (!client.isAlive()) {
      lost++;
      client.whyBroken().ifPresent(broken::add);
    }
    boolean unused = client.kill();
    ofTheDead = ofTheDead.plus(client.counts());
    client.ledger().ifPresent(ledgers::add);
    running.set(running.indexOf(client), startOne());
  }

  /** Returns when no client has a transaction under way. */
  void rest() throws IOException {
    heal();
    order();
  }

  /** Ends a rest. */
  void work() throws IOException {
    order();
  }

  private void order() throws IOException {
    for (SoakProcess client : running) {
      client.order();
    }
    for (SoakProcess client : running) {
      client.awaitOrder();
    }
  }

  /** Replaces clients that have ended by themselves. */
  private void heal() throws IOException {
    for (SoakProcess client : List.copyOf(running.subList(1, running.size()))) {
      if (!client.isAlive()) {
        replace(client);
      }
    }
    for (SoakProcess client : running) {
      client.awaitWorking();
    }
  }

  /** The counts of all clients, dead ones too. */
  synchronized Counts counts() {
    Counts sum = ofTheDead;
    for (SoakProcess client : running) {
      sum = sum.plus(client.counts());
    }
    return sum;
  }

  synchronized List<Path> ledgers() {
    List<Path> all = new ArrayList<>(ledgers);
    running.forEach(client -> client.ledger().ifPresent(all::add));
    return all;
  }

  /** Clients that were started in the place of others. */
  synchronized int replaced() {
    return started - running.size();
  }

  /** Those of them whose predecessor was not killed, but had ended. */
  synchronized int lost() {
    return lost;
  }

  /** The ends of clients that had worked before, so that a busy machine is no excuse. */
  synchronized List<String> broken() {
    return List.copyOf(broken);
  }

  @Override
  public void close() throws IOException {
    Closer all = Closer.create();
    running.forEach(all::register);
    all.close();
  }
}
