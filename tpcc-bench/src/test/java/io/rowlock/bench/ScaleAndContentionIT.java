package io.rowlock.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Whole but short runs, on one HBase that stays, as a user's would. */
@Tag("verify-all")
class ScaleAndContentionIT {
  @TempDir private static Path conf;
  private static EmbeddedHBase hbase;

  @TempDir private Path results;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() throws IOException {
    hbase = EmbeddedHBase.start();
    Configuration configuration = hbase.configuration();
    try (var site = Files.newOutputStream(conf.resolve("hbase-site.xml"))) {
      configuration.writeXml(site);
    }
  }

  @AfterAll
  static void stop() throws IOException {
    hbase.close();
  }

  @Test
  void contentionFindsRightSumsAndLeavesNoTable() throws IOException {
    JsonNode summary =
        run("contention", "--threads", "4", "--transfer-threads", "2", "--accounts", "10");
    assertThat(summary.at("/failedChecks")).isEmpty();
    assertThat(summary.at("/points")).hasSize(6 + 5);
    for (JsonNode point : summary.at("/points")) {
      assertThat(point.at("/txPerSecond").asDouble()).as("%s", point).isPositive();
      assertThat(point.at("/attemptsPerTx").asDouble()).as("%s", point).isGreaterThanOrEqualTo(1);
    }
    assertThat(summary.at("/targets")).hasSize(2 + 11 + 2);
    assertNoTables();
  }

  @Test
  void clientProcessesContendOverSlowNetwork() throws IOException {
    JsonNode summary =
        run("contention", "--clients=2", "--threads=2", "--transfer-threads=1", "--rpc-delay=3");
    assertThat(summary.at("/failedChecks")).isEmpty();
    assertThat(summary.at("/configuration/clients").asInt()).isEqualTo(2);
    int together = 0;
    for (JsonNode point : summary.at("/points")) {
      if (point.at("/clients").asInt() == 2) {
        together++;
        assertThat(point.at("/fairness").asDouble()).as("%s", point).isBetween(0.5, 1.0);
        assertThat(point.at("/p50Micros").asDouble()).as("%s", point).isGreaterThan(6_000);
        assertThat(point.at("/clientCpuMicrosPerTx").asDouble()).as("%s", point).isPositive();
      }
    }
    assertThat(together).isEqualTo(6);
    assertNoTables();
  }

  @Test
  void scaleMeasuresWhatIsAskedForAndLeavesNoTable() throws IOException {
    JsonNode summary =
        run("scale", "--part=delay,hot-row,locks", "--delay=5", "--rows=2", "--hot-commits=100");
    assertThat(parts(summary)).containsOnly("delay", "hot-row");
    assertThat(summary.at("/locks/0/restPerRow").asDouble()).isPositive();
    int delayed = 0;
    for (JsonNode point : summary.at("/points")) {
      if (point.at("/delayMillis").asInt() > 0) {
        delayed++;
        assertThat(point.at("/addedMicros").asDouble()).as("%s", point).isGreaterThan(5_000);
        assertThat(point.at("/p50Micros").asDouble()).as("%s", point).isGreaterThan(5_000);
      }
    }
    assertThat(delayed).isEqualTo(5);
    assertNoTables();
  }

  private static List<String> parts(JsonNode summary) {
    List<String> parts = new ArrayList<>();
    summary.at("/rows").forEach(row -> parts.add(row.at("/part").asText()));
    return parts;
  }

  private static void assertNoTables() throws IOException {
    try (var connection = hbase.connect();
        var admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  private JsonNode run(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--time", "1", "--warmup", "0", "--rounds", "1"));
    all.addAll(List.of("--conf", conf.toString(), "--out", results.toString()));
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    int status = commandLine.execute(all.toArray(String[]::new));
    assertThat(status).as("%s%n%s", out, err).isEqualTo(ExitStatus.GOOD);
    return new ObjectMapper().readTree(results.resolve("summary.json").toFile());
  }
}
