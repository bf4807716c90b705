package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.RetryPolicy;
import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs by the command line on a small database: what they say agrees with what is stored. */
@Tag("verify-all")
class RunCommandIT {
  private static final Scale SCALE = new Scale(2, 200, 30);

  private static EmbeddedHBase hbase;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();

  @BeforeAll
  static void start() throws IOException {
    hbase = EmbeddedHBase.start();
    assertThat(
            execute(
                new StringWriter(),
                "prepare --layout onetable --warehouses 2 --items 200 --customers 30"))
        .isEqualTo(ExitStatus.GOOD);
  }

  @AfterAll
  static void stop() throws IOException {
    hbase.close();
  }

  @Test
  void countedRunAgreesWithItsLedgerAndTheDatabase() throws IOException {
    long ordersBefore = stored(Relation.ORDERS);
    long paymentsBefore = stored(Relation.HISTORY);
    run("--mode tx --threads 4 --count 230 --seed 5 --warmup 0.5");
    RunResult result = result();
    assertThat(result.totals().transactions()).isEqualTo(230);
    assertThat(result.totals().failures()).isZero();
    assertThat(result.settings().seed()).isEqualTo(5);
    assertThat(result.settings().banner()).startsWith("NON-STANDARD SCALE");
    assertThat(result.requests().rpcsPerTransaction()).isGreaterThan(1);
    assertThat(result.requests().rowMutationsPerTransaction()).isGreaterThan(1);
    // The ledger has the warm-up, too.
    assertThat(ledger("NEW_ORDER,COMMITTED")).isEqualTo(stored(Relation.ORDERS) - ordersBefore);
    assertThat(ledger("PAYMENT,COMMITTED")).isEqualTo(stored(Relation.HISTORY) - paymentsBefore);
    assertThat(Files.readAllLines(directory.resolve("delivery.csv")))
        .hasSize(1 + (int) result.totals().deliveries().queued());
    for (Kind kind : Kind.values()) {
      assertThat(type(result, kind).latency().count()).isEqualTo(type(result, kind).count());
    }
  }

  @Test
  void timedRunTellsWhatItHasDone() throws IOException {
    run("--profile sysbench --threads 2 --time 2.5");
    RunResult result = result();
    assertThat(result.totals().seconds()).isEqualTo(2.5);
    assertThat(result.intervals()).extracting(interval -> interval.second()).hasSize(3);
    assertThat(out.toString())
        .containsPattern("\\[ 1s ] thds: 2 tps: \\d+\\.\\d\\d qps: ")
        .contains("SQL statistics:", "<Constraint Check>", "NOPM (unaudited): ", "Results: ")
        .doesNotContain("tpmC");
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("Throughput over time")
        .doesNotContain("PARTIAL");
  }

  /** Counts of two processes, of which neither alone would agree with the database. */
  @Test
  void clientProcessesAreCountedTogether() throws IOException {
    long ordersBefore = stored(Relation.ORDERS);
    long paymentsBefore = stored(Relation.HISTORY);
    run("--clients 2 --threads 2 --count 231 --seed 6 --rpc-delay 3");
    RunResult result = result();
    assertThat(result.totals().transactions()).isEqualTo(231);
    assertThat(result.totals().failures()).isZero();
    TypeResult newOrders = type(result, Kind.NEW_ORDER);
    long orders = stored(Relation.ORDERS) - ordersBefore;
    assertThat(newOrders.count() - newOrders.rolledBack()).isEqualTo(orders);
    assertThat(type(result, Kind.PAYMENT).count())
        .isEqualTo(stored(Relation.HISTORY) - paymentsBefore);
    assertThat(ledger("NEW_ORDER,COMMITTED")).isEqualTo(orders);
    assertThat(directory.resolve("ledger.csv")).doesNotExist();
    for (Kind kind : Kind.values()) {
      assertThat(type(result, kind).latency().count()).isEqualTo(type(result, kind).count());
    }
    assertThat(Files.readAllLines(directory.resolve("delivery.csv")))
        .hasSize(1 + (int) result.totals().deliveries().queued());
    assertThat(newOrders.latency().min()).isGreaterThan(3);
    assertThat(result.processes().transactions()).containsExactly(115L, 116L);
    assertThat(result.processes().clientMicros()).isPositive();
    assertThat(result.intervals().get(0).threads()).isEqualTo(4);
    assertThat(out.toString()).containsPattern("\\[ \\d+s ] thds: \\d tps: ");
    assertThat(execute(out, "check --layout onetable --ledger " + directory))
        .as(out.toString())
        .isEqualTo(ExitStatus.GOOD);
  }

  /** No other test writes to this database, so that every row is in the ledger of a client. */
  @Test
  void wholeRunByClientProcessesIsCheckedWithAllLedgers() throws IOException {
    String options =
        "--mode tx --clients 2 --threads 2 --count 230 --layout normalized"
            + " --warehouses 2 --items 200 --customers 30 --out "
            + directory;
    assertThat(execute(out, options)).as(out.toString()).isEqualTo(ExitStatus.GOOD);
    RunResult result = result();
    assertThat(result.totals().nopmDatabase())
        .isCloseTo(result.totals().nopm(), withinPercentage(20));
    assertThat(result.processes().transactions()).hasSize(2).doesNotContain(0L);
    assertThat(result.processes().fairness()).isBetween(0.5, 1.0);
    assertThat(out.toString())
        .contains("CPU us by completed transaction: clients ")
        .containsPattern("SUMMARY passed=\\d+ failed=0 ")
        .contains(", 0 rows in no ledger");
  }

  @Test
  void clientProcessesRunBothSidesInTurns() throws IOException {
    String options =
        "--clients 2 --threads 2 --time 5 --warmup 10 --rounds 1"
            + " --warehouses 2 --items 200 --customers 30 --out "
            + directory;
    assertThat(execute(out, options)).as(out.toString()).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString())
        .contains("Rowlock (tx): all ")
        .contains("tx: CPU us by transaction: clients ")
        .contains("raw-batched: CPU us by transaction: clients ");
    assertThat(directory.resolve("tx/ledger-1.csv")).isNotEmptyFile();
    assertThat(directory.resolve("raw-batched/ledger-1.csv")).isNotEmptyFile();
  }

  private void run(String options) throws IOException {
    int status = execute(out, "run --layout onetable --out " + directory + " " + options);
    assertThat(status).as(out.toString()).isEqualTo(ExitStatus.GOOD);
  }

  private RunResult result() throws IOException {
    return new ObjectMapper()
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .readValue(directory.resolve(RunResult.FILE).toFile(), RunResult.class);
  }

  private static int execute(StringWriter out, String options) throws IOException {
    CommandLine command = Bench.commandLine();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    String quorum = "localhost:" + hbase.utility().getZkCluster().getClientPort();
    return command.execute(("tpcc " + options + " --quorum " + quorum).split(" ", -1));
  }

  private long ledger(String begin) throws IOException {
    long count = 0;
    try (DirectoryStream<Path> ledgers = Files.newDirectoryStream(directory, "ledger*.csv")) {
      for (Path ledger : ledgers) {
        List<String> lines = Files.readAllLines(ledger);
        count += lines.stream().filter(line -> line.startsWith(begin)).count();
      }
    }
    return count;
  }

  private static TypeResult type(RunResult result, Kind kind) {
    return result.types().stream()
        .filter(type -> type.type().equals(kind.title()))
        .findFirst()
        .orElseThrow();
  }

  private static long stored(Relation relation) throws IOException {
    try (Client client =
        Client.open(Mode.RAW_BATCHED, hbase.configuration(), Layout.ONETABLE, RetryPolicy.none())) {
      return client
          .run(
              access -> {
                long rows = 0;
                for (int w = 1; w <= SCALE.warehouses(); w++) {
                  Reads reads = access.reads();
                  Answer answer = reads.ask(Query.scan(KeyRange.of(relation, w), 0));
                  reads.run();
                  rows += answer.rows().size();
                }
                return rows;
              })
          .result();
    }
  }
}
