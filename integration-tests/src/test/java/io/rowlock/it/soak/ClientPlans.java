package io.rowlock.it.soak;

import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.local.RunDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes the plans of client processes: a directory and inputs of its own for each. */
final class ClientPlans implements Clients.Plans {
  /** Between the inputs of two clients; all are a function of the seed. */
  private static final long SEEDS = 1_000_003;

  private final SoakPlan plan;
  private final Layout layout;
  private final Path site;
  private final Path directory;

  ClientPlans(SoakPlan plan, Layout layout, SoakCluster cluster, RunDirectory directory)
      throws IOException {
    this.plan = plan;
    this.layout = layout;
    this.directory = directory.create("clients");
    this.site = this.directory.resolve("site.xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      cluster.cluster().configuration().writeXml(out);
    }
  }

  @Override
  public ClientPlan next(int number) {
    return new ClientPlan(
        site,
        layout.name(),
        directory.resolve("client-" + number),
        plan.threads,
        plan.rate,
        plan.seed + number * SEEDS,
        plan.samplePeriod().toMillis(),
        number == 0);
  }
}
