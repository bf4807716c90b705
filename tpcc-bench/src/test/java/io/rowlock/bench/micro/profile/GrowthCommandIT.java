package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A whole but short run, on two clusters one after the other. */
@Tag("verify-all")
class GrowthCommandIT {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void clientsAreInProportionToTheServers() throws IOException {
    JsonNode summary = run();
    assertThat(summary.at("/failedChecks")).isEmpty();
    assertThat(summary.at("/environments/0/cluster/regionServers").asInt()).isEqualTo(1);
    assertThat(summary.at("/environments/1/cluster/regionServers").asInt()).isEqualTo(2);
    assertThat(summary.at("/points")).hasSize(4);
    for (JsonNode point : summary.at("/points")) {
      // A transaction of a cold client may end after the window.
      assertThat(point.at("/p50Micros").asDouble()).as("%s", point).isPositive();
      assertThat(point.at("/clientCpuMicrosPerTx").asDouble()).as("%s", point).isPositive();
      assertThat(point.at("/serverCpuMicrosPerTx").asDouble()).as("%s", point).isPositive();
    }
    assertThat(summary.at("/targets")).hasSize(3);
    assertThat(directory.resolve("results/growth.png")).isNotEmptyFile();
    assertThat(ProcessHandle.current().descendants()).isEmpty();
  }

  private JsonNode run() throws IOException {
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    int status =
        commandLine.execute(
            "growth",
            "--servers=1,2",
            "--profile=practical",
            "--mode=tx,raw",
            "--rows=1000",
            "--time=1",
            "--warmup=0",
            "--rounds=1",
            "--dir=" + directory.resolve("servers"),
            "--out=" + directory.resolve("results"));
    assertThat(status).as("%s%n%s", out, err).isEqualTo(ExitStatus.GOOD);
    return new ObjectMapper().readTree(directory.resolve("results/summary.json").toFile());
  }
}
