package io.rowlock.bench.inserts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A whole but short run, with two copies of all files and a second cluster. */
@Tag("verify-all")
class InsertsIT {
  @TempDir private Path results;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void rowsAreAsManyAsWereAcknowledgedOnBothClusters() throws IOException {
    JsonNode summary =
        run(
            "--users=20",
            "--ids=seq-salted",
            "--mode=raw,raw-batched,tx-2row",
            "--clients=2",
            "--replication=2",
            "--presplit=4",
            "--peer");
    assertThat(summary.at("/failedChecks")).isEmpty();
    assertThat(summary.at("/points")).hasSize(3);
    for (JsonNode point : summary.at("/points")) {
      boolean hasIndex = point.at("/mode").asText().equals("tx-2row");
      long acknowledged = point.at("/acknowledged").asLong();
      assertThat(acknowledged).as("%s", point).isPositive();
      assertThat(point.at("/rows").asLong()).isEqualTo(acknowledged * (hasIndex ? 2 : 1));
      assertThat(point.at("/regionsTouched").asInt()).as("%s", point).isEqualTo(4);
      assertThat(point.at("/visiblePerSecond").asDouble()).isPositive();
    }
    assertThat(summary.at("/ratios")).hasSize(4);
    assertThat(summary.at("/targets")).isEmpty();
  }

  private JsonNode run(String... arguments) throws IOException {
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(List.of("inserts"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--time=1", "--warmup=0", "--rounds=1", "--out=" + results));
    int status = commandLine.execute(all.toArray(String[]::new));
    assertThat(status).as("%s%n%s", out, err).isEqualTo(ExitStatus.GOOD);
    return new ObjectMapper().readTree(results.resolve("summary.json").toFile());
  }
}
