package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Measurements;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.micro.scale.Part.PartName;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The options of {@code bench scale}, and its exit status. */
@Command(
    name = "scale",
    description = {
      "Measures what a transaction costs while everything around it grows.",
      "Without --quorum or --conf, on an embedded HBase (HDFS, ZooKeeper and servers in one JVM)."
    },
    footerHeading = "%nWhat is measured:%n",
    footer = {
      "  rows     1 to 500 rows in one transaction, in one region and in four, against",
      "           one batch of plain puts; a transfer over two regions against two",
      "           gets and two puts one after another. One thread.",
      "  delay    every request of the client is sent later by some milliseconds: how",
      "           many delays longer a transaction and its commit() take. One thread,",
      "           nothing in the background; waves are chains of requests that waited",
      "           for each other, counted in the RPC client.",
      "  hot-row  one row read and written again and again: blocks of 200 after a",
      "           hundredth, a tenth and all of --hot-commits, beside blocks on a row",
      "           that is young.",
      "  locks    bytes of the lock cells that transactions wrote, found by a raw scan.",
      "docs/benchmarks/performance.md describes the parts. Every round goes through all",
      "points of a part, beginning with another one; ratios are taken round by round.",
      "On a running HBase tables rowlock_bench_scale_... are made, and dropped at the",
      "end; the balancer is off meanwhile."
    })
public final class ScaleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ScalePlan plan;
  @Mixin private ClusterOptions cluster;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    Arguments.check(spec, plan::check);
    cluster.check();
    return output.publish(new ScaleExperiment(plan), this::measure);
  }

  private void measure(Measurements<Subject> all, PrintWriter out, PrintWriter err)
      throws IOException {
    err.println("bench scale: looking for HBase, or starting one...");
    try (Cluster open = cluster.open();
        Wire wire = new Wire();
        Connection connection =
            ConnectionFactory.createConnection(wire.counting(open.configuration()));
        Progress progress = Progress.start("scale", plan.parts.size(), err);
        Lab lab = new Lab(plan, wire, connection, progress)) {
      Environment environment = Environment.of(open);
      all.add(environment);
      out.println(environment);
      // Sizes of locks do not depend on the warm-up.
      if (!plan.parts.equals(List.of(PartName.LOCKS))) {
        lab.warmUp();
      }
      for (PartName name : plan.parts) {
        progress.say(name + ", tables");
        if (name == PartName.LOCKS) {
          all.put(ScaleExperiment.LOCKS, LockSizes.measure(lab));
        } else {
          name.part().measure(lab).forEach(all::add);
        }
        progress.end(1);
      }
      if (!open.isEmbedded()) {
        lab.dropTables();
      }
      all.put("findings", new ScaleExperiment(plan).findings(all.points()));
    }
  }
}
