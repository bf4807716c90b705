package io.rowlock.bench.micro.contention;

import io.rowlock.bench.kit.clients.ClientKind;
import io.rowlock.bench.micro.contention.ContentionClient.Sample;
import io.rowlock.bench.micro.contention.ContentionClient.Task;
import java.io.IOException;

/** Connects clients, each with one connection. */
record ContentionClients(ContentionPlan plan) implements ClientKind<Task, Sample> {

  @Override
  public Class<Task> windows() {
    return Task.class;
  }

  @Override
  public Class<Sample> results() {
    return Sample.class;
  }

  @Override
  public Sample sum(Sample one, Sample other) {
    return one.plus(other);
  }

  @Override
  public ContentionClient open(Assignment assignment) throws IOException {
    return ContentionClient.open(plan, assignment);
  }
}
