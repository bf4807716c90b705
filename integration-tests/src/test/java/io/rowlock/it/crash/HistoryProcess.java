package io.rowlock.it.crash;

import io.rowlock.it.kit.ClientProcess;
import io.rowlock.it.kit.StoppedProcess;
import io.rowlock.local.JavaProcess;
import io.rowlock.local.LifeLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The process of a client, which writes a {@link HistoryFile}. */
final class HistoryProcess extends ClientProcess {

  private final Path output;
  private final long launchedNanos;

  private HistoryProcess(ProcessBuilder client, Path history, Path output) throws IOException {
    super(client, history);
    this.output = output;
    this.launchedNanos = System.nanoTime();
  }

  /**
   * Starts a program whose first arguments are its history and its number.
   *
   * @param conf of the cluster
   * @param directory for its history and logs
   */
  static HistoryProcess start(
      JavaProcess program, Path conf, Path directory, int number, List<String> arguments)
      throws IOException {
    Path history = directory.resolve("client-" + number + ".history");
    Path output = directory.resolve("client-" + number + ".out");
    return new HistoryProcess(
        program
            // Clients live for a short time: less compilation, few threads.
            .flags("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", LifeLine.FLAG)
            .log(directory.resolve("client-" + number + ".log"))
            .configuration(conf)
            .arguments(List.of(history.toString(), Integer.toString(number)))
            .arguments(arguments)
            .builder()
            .redirectErrorStream(true)
            .redirectOutput(output.toFile()),
        history,
        output);
  }

  Path output() {
    return output;
  }

  /** A time shortly after the process started, by the clock of this process. */
  long launchedNanos() {
    return launchedNanos;
  }

  StoppedProcess stop() throws IOException {
    return StoppedProcess.stop(handle());
  }
}
