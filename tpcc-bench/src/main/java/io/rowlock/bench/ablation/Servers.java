package io.rowlock.bench.ablation;

import io.rowlock.local.ClusterShape;
import io.rowlock.local.LocalCluster;
import io.rowlock.local.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The servers of the parts: new ones for each, so that no part meets what another one has left.
 *
 * @param count of region servers
 * @param directory for them
 */
record Servers(int count, Path directory) {

  /** Runs the parts one after the other. */
  List<Measured> run(List<Part> parts, Turns turns) throws IOException {
    List<Measured> measured = new ArrayList<>();
    try (RunDirectory own = RunDirectory.take(directory.toAbsolutePath().normalize(), "ablation")) {
      for (Part part : parts) {
        measured.addAll(run(part, turns, own.path().resolve(part.label())));
      }
    }
    return measured;
  }

  private List<Measured> run(Part part, Turns turns, Path own) throws IOException {
    if (part.hasOwnServers()) {
      return turns.run(part, null);
    }
    LocalCluster servers = LocalCluster.attached(own, new ClusterShape(1, count, Map.of()));
    try {
      servers.restart(what -> {});
      return turns.run(part, servers.conf());
    } finally {
      servers.killAll();
    }
  }
}
