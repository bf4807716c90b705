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

/** Short runs of two client processes, most of them on one HBase that stays, as a user's would. */
class ClientsIT {
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

  /** The command checks the sums of all clients together after every window. */
  @Test
  void clientsContendForTheSameRows() throws IOException {
    JsonNode summary =
        run("contention", "--threads=2", "--transfer-threads=1", "--accounts=10", "--clients=2");
    assertThat(summary.at("/failedChecks")).isEmpty();
    assertThat(summary.at("/configuration/clients").asInt()).isEqualTo(2);
    assertThat(summary.at("/points")).map(ClientsIT::threads).containsExactly(1, 4, 1, 4, 2, 1);
    // On a slow machine, a window of cold JVMs may end before anything begins.
    assertThat(summary.at("/points"))
        .anyMatch(point -> threads(point) == 4 && point.at("/p50Micros").asDouble() > 0);
    for (JsonNode point : summary.at("/points")) {
      boolean isOfAudits = point.at("/series/kind").asText().equals("audits");
      assertThat(point.at("/cpuMicrosPerTx").isNumber()).as("%s", point).isEqualTo(!isOfAudits);
    }
    assertNoTables();
  }

  /** The library's counts, and those of both clients' RPC clients, are compared by the command. */
  @Test
  @Tag("verify-all")
  void clientsOfAProfileAreDelayed() throws IOException {
    JsonNode summary =
        run(
            "profile",
            "--profile=transfer",
            "--mode=raw,tx,haeinsa",
            "--threads=2",
            "--rows=1000",
            "--clients=2",
            "--rpc-delay=5");
    assertThat(summary.at("/disagreements")).isEmpty();
    assertThat(summary.at("/configuration/rpcDelayMillis").asInt()).isEqualTo(5);
    assertThat(summary.at("/settings/haeinsa").asText()).contains("2013");
    assertThat(summary.at("/targets")).isEmpty();
    assertThat(summary.at("/points")).hasSize(3);
    for (JsonNode point : summary.at("/points")) {
      // Two reads, one after the other, and a write at the least.
      assertThat(point.at("/p50Micros").asDouble()).as("%s", point).isGreaterThan(15_000);
      assertThat(point.at("/cpuMicrosPerTx").asDouble()).as("%s", point).isPositive();
    }
    assertNoTables();
  }

  /** The command counts the rows of all clients together after every window. */
  @Test
  @Tag("verify-all")
  void clientsInsertDifferentRecords() throws IOException {
    JsonNode summary =
        run("inserts", "--users=10", "--ids=seq,uuid", "--mode=raw,tx-2row", "--clients=2");
    assertThat(summary.at("/failedChecks")).isEmpty();
    assertThat(summary.at("/points")).hasSize(4);
    for (JsonNode point : summary.at("/points")) {
      boolean hasIndex = point.at("/series/mode").asText().equals("tx-2row");
      long acknowledged = point.at("/acknowledged").asLong();
      assertThat(acknowledged).as("%s", point).isPositive();
      assertThat(point.at("/rows").asLong()).isEqualTo(acknowledged * (hasIndex ? 2 : 1));
      assertThat(point.at("/cpuMicrosPerTx").asDouble()).as("%s", point).isPositive();
    }
    assertNoTables();
  }

  /** Without a running HBase: servers are part of the process of the command, clients are not. */
  @Test
  @Tag("verify-all")
  void modesOfTpccTakeTurnsOnAllClients() throws IOException {
    // A transaction counts only if it ends in the window, and the JVMs are cold.
    execute(
        30,
        "tpcc",
        "--layout=onetable",
        "--warehouses=2",
        "--items=200",
        "--customers=30",
        "--modes=tx,raw-batched",
        "--threads=1",
        "--clients=2",
        "--rpc-delay=1");
    JsonNode modes = new ObjectMapper().readTree(results.resolve("modes.json").toFile());
    assertThat(modes.at("/points")).hasSize(2);
    for (JsonNode point : modes.at("/points")) {
      assertThat(point.at("/p95Millis").asDouble()).as("%s", point).isGreaterThan(1);
      assertThat(point.at("/rpcsPerTx").asDouble()).as("%s", point).isPositive();
      assertThat(point.at("/cpuMicrosPerTx").asDouble()).as("%s", point).isPositive();
      assertThat(point.at("/serverCpuMicrosPerTx").asDouble()).as("%s", point).isPositive();
    }
  }

  private static int threads(JsonNode point) {
    return point.at("/series/threads").asInt();
  }

  private static void assertNoTables() throws IOException {
    try (var connection = hbase.connect();
        var admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  private JsonNode run(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--conf", conf.toString()));
    execute(1, all.toArray(String[]::new));
    return new ObjectMapper().readTree(results.resolve("summary.json").toFile());
  }

  private void execute(int seconds, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--time=" + seconds, "--warmup=0", "--rounds=1"));
    all.addAll(List.of("--out", results.toString()));
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    int status = commandLine.execute(all.toArray(String[]::new));
    assertThat(status).as("%s%n%s", out, err).isEqualTo(ExitStatus.GOOD);
  }
}
