package io.rowlock.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The directory of the cluster; a {@link Mixin} of all commands. */
final class PlaceOptions {

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "${sys:rowlock.local.dir}",
      description =
          "Directory of the cluster: configuration, data, logs, process numbers"
              + " (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("target", "hbase-local");

  PlaceOptions() {}

  ClusterDirectory directory() {
    return new ClusterDirectory(directory);
  }

  /** The cluster that was started there last; empty if there was none. */
  Optional<LocalCluster> cluster() throws IOException {
    ClusterDirectory files = directory();
    if (Files.notExists(files.shapeFile())) {
      return Optional.empty();
    }
    ClusterShape shape = ShapeFile.read(files).orElseThrow();
    return Optional.of(new LocalCluster(files, shape, new Launcher(true)));
  }

  LocalCluster existing() throws IOException {
    return cluster()
        .orElseThrow(() -> new IOException("No HBase was ever started in " + directory().root()));
  }
}
