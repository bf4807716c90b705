package io.rowlock.local;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code hbase-local stop}. */
@Command(name = "stop", description = "Stops all servers. Their data stay.")
final class StopCommand implements Callable<Integer> {

  @Mixin private PlaceOptions place;

  StopCommand() {}

  @Override
  public Integer call() throws IOException {
    Optional<LocalCluster> cluster = place.cluster();
    boolean stopped = cluster.isPresent() && cluster.get().stop(System.err::println);
    System.out.println(stopped ? "stopped" : "nothing runs in " + place.directory().root());
    return HBaseLocal.GOOD;
  }
}
