package io.rowlock.bench.micro.profile;

import com.google.common.io.Closer;
import io.rowlock.bench.kit.RpcCounter;
import io.rowlock.bench.kit.clients.ClientKind;
import io.rowlock.bench.micro.profile.ProfileClient.Sample;
import io.rowlock.bench.micro.profile.ProfileClient.Task;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Connects clients, each with one connection whose requests are counted. */
record ProfileClients(Plan plan) implements ClientKind<Task, Sample> {

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
  public ProfileClient open(Assignment assignment) throws IOException {
    Closer closer = Closer.create();
    try {
      RpcCounter rpcs = plan.delay.apply(new RpcCounter());
      closer.register(rpcs::close);
      Connection connection =
          closer.register(
              ConnectionFactory.createConnection(rpcs.counting(assignment.configuration())));
      Workloads workloads = closer.register(Workloads.open(plan, connection));
      return new ProfileClient(
          plan, rpcs, workloads::of, workloads.settings(), assignment::seed, closer);
    } catch (IOException | RuntimeException | Error e) {
      try (closer) {
        throw e;
      }
    }
  }
}
