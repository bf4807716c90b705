package io.rowlock.bench.inserts;

import io.rowlock.bench.inserts.InsertsClient.Task;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.ClientKind;
import java.io.IOException;

/** Connects clients. */
record InsertsClients(InsertsPlan plan) implements ClientKind<Task, Tally> {

  @Override
  public Class<Task> windows() {
    return Task.class;
  }

  @Override
  public Class<Tally> results() {
    return Tally.class;
  }

  @Override
  public Tally sum(Tally one, Tally other) {
    return Tally.sum(one, other);
  }

  @Override
  public InsertsClient open(Assignment assignment) throws IOException {
    return InsertsClient.open(plan, assignment);
  }
}
