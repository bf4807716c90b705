package io.rowlock.local;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code hbase-local status}. */
@Command(
    name = "status",
    description = "Lists the servers: whether each runs, its port and its log.")
final class StatusCommand implements Callable<Integer> {

  @Mixin private PlaceOptions place;

  StatusCommand() {}

  @Override
  public Integer call() throws IOException {
    Optional<LocalCluster> cluster = place.cluster();
    if (cluster.isEmpty()) {
      System.out.println("No HBase was ever started in " + place.directory().root());
      return HBaseLocal.NOT_RUNNING;
    }
    boolean all = true;
    for (Member member : cluster.get().members()) {
      all &= show(cluster.get(), member);
    }
    return all ? HBaseLocal.GOOD : HBaseLocal.NOT_RUNNING;
  }

  private static boolean show(LocalCluster cluster, Member member) throws IOException {
    Optional<ProcessHandle> process = cluster.process(member);
    System.out.printf(
        "%-15s %-22s %-12s %s%n",
        member,
        process.map(running -> "runs, process " + running.pid()).orElse("does not run"),
        cluster.port(member).map(port -> "port " + port).orElse(""),
        cluster.directory().log(member));
    return process.isPresent();
  }
}
