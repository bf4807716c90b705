package io.rowlock.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.it.TrialBench;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A whole but short soak: too short to judge memory, but everything happens. */
@Tag("verify-all")
class SoakIT {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void dataAreRightAndEverythingIsSampled() throws IOException {
    Path results = directory.resolve("results");
    JsonNode summary =
        run(
            "--hours=0.03",
            "--check-every=0.7",
            "--vacuum-every=0.5",
            "--strike-every=4",
            "--sample-every=3",
            "--clients=2",
            "--region-servers=2",
            "--warehouses=1",
            "--dir=" + directory.resolve("soak"),
            "--out=" + results);
    assertThat(summary.at("/failedChecks")).isEmpty();
    assertThat(summary.at("/checks").size()).isGreaterThanOrEqualTo(2);
    assertThat(summary.at("/counts/commits").asLong()).isPositive();
    assertThat(summary.at("/strikes")).isNotEmpty();
    assertThat(summary.at("/tables").asLong() + summary.at("/failedTables").asLong()).isPositive();
    assertThat(summary.at("/clientsLost").asInt()).isZero();
    assertThat(results.resolve("soak.html")).content().contains("<svg");
    List<String> samples = Files.readAllLines(results.resolve("samples.csv"));
    assertThat(samples.size()).isGreaterThan(10);
    assertThat(column(samples, "client_heap_bytes")).allMatch(bytes -> bytes > 1 << 20);
    assertThat(column(samples, "lock_cells").get(samples.size() - 2)).isPositive();
    assertThat(column(samples, "lock_file_bytes")).anyMatch(bytes -> bytes > 0);
    assertThat(column(samples, "server1_threads")).anyMatch(threads -> threads > 10);
    assertThat(column(samples, "server1_open_scanners")).anyMatch(scanners -> scanners >= 0);
  }

  @Test
  void clientThatEndsByItselfFailsTheSoak() throws Exception {
    CompletableFuture<Integer> status =
        CompletableFuture.supplyAsync(
            () ->
                execute(
                    "--hours=0.05",
                    "--check-every=0.1",
                    "--strike-every=0",
                    "--sample-every=1",
                    "--clients=2",
                    "--region-servers=1",
                    "--warehouses=1",
                    "--dir=" + directory.resolve("soak"),
                    "--out=" + directory.resolve("results")));
    // The first sample is taken when all clients work.
    while (!status.isDone() && sampleLines() < 2) {
      Interruption.sleep(Duration.ofMillis(50));
    }
    assertThat(secondClient()).hasValueSatisfying(ProcessHandle::destroyForcibly);
    assertThat(status.get()).as("%s%n%s", out, err).isEqualTo(ExitStatus.CHECK_FAILED);
    assertThat(summary().at("/failedChecks").toString()).contains("A client has ended by itself");
  }

  private long sampleLines() throws IOException {
    Path samples = directory.resolve("results").resolve(Sampler.FILE);
    return Files.exists(samples) ? Files.readAllLines(samples).size() : 0;
  }

  private Optional<ProcessHandle> secondClient() {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().commandLine().orElse("").contains("clients/client-1"))
        .findFirst();
  }

  /** The numbers of a column; -2 where there is none. */
  private static List<Long> column(List<String> samples, String name) {
    int index = List.of(samples.get(0).split(",")).indexOf(name);
    return samples.stream()
        .skip(1)
        .map(line -> line.split(",", -1)[index])
        .map(text -> text.isEmpty() ? -2L : Long.parseLong(text))
        .toList();
  }

  private JsonNode run(String... options) throws IOException {
    assertThat(execute(options)).as("%s%n%s", out, err).isEqualTo(ExitStatus.GOOD);
    return summary();
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper()
        .readTree(directory.resolve("results").resolve("summary.json").toFile());
  }

  private int execute(String... options) {
    CommandLine commandLine = TrialBench.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    String[] arguments = new String[options.length + 1];
    arguments[0] = "soak";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return commandLine.execute(arguments);
  }
}
