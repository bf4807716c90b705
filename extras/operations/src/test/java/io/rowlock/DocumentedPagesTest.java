package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of other pages than that of performance, from a few results. */
class DocumentedPagesTest {
  private static final String PARTS =
      """
      profile-one-region-batched | processes | 1 | b OUT
      profile-four-regions | processes | 1 | f OUT
      contention | embedded | 1 | c OUT
      contention-clients | processes | 1 | c OUT
      cold-start | processes | 1 | c OUT
      jmh-profile | embedded | 1 | j OUT
      call-throughput | processes | 1 | t OUT
      profile-one-region | processes | 1 | o OUT
      growth-delay | embedded | 1 | g OUT
      profile-production | processes | 1 | p OUT
      tpcc-onetable | processes | 1 | o OUT
      tpcc-normalized | processes | 1 | n OUT
      inserts-replicated | embedded | 1 | i OUT
      tpcc-beside-mariadb | mariadb | 1 | m OUT
      tpcc-sysbench-normalized | embedded | 1 | s OUT
      """;

  private static final String RATIOS =
      """
      {"rows": [{"profile": "practical", "mode": "tx", "threads": 8,
        "serverCpuMicrosPerTx": {"min": 500, "median": 1000, "max": 2000},
        "clientCpuMicrosPerTx": {"min": 250, "median": 400, "max": 500}}],
       "ratios": [
        {"series": {"mode": "tx", "threads": 8}, "over": {"mode": "haeinsa", "threads": 8},
         "figure": "txPerSecond", "spread": {"min": 0.8, "median": 0.9, "max": 1.1}},
        {"series": {"mode": "tx", "threads": 8}, "over": {"mode": "omid-low-latency"},
         "figure": "txPerSecond", "spread": {"min": 1.1, "median": 1.2, "max": 1.3}},
        {"series": {"mode": "tx", "threads": 8}, "over": {"mode": "raw", "threads": 8},
         "figure": "txPerSecond", "spread": {"min": 0.1, "median": 0.2, "max": 0.3}}]}
      """;

  private static final String COUNTERS =
      """
      {"rows": [
        {"kind": "read-modify-write", "clients": 1, "threads": 64, "settled": true,
         "txPerSecond": {"min": 900, "median": 1000, "max": 1100}},
        {"kind": "audits", "clients": 1, "threads": 1, "settled": true,
         "txPerSecond": {"min": 1, "median": 2, "max": 3}}]}
      """;

  private static final String CALLS =
      """
      {"ratios": [{"series": {"call": "put", "mode": "rowlock"},
        "over": {"call": "put", "mode": "plain"}, "figure": "callsPerSecond",
        "spread": {"min": 0.4, "median": 0.5, "max": 0.6}, "settled": false}]}
      """;

  private static final String RUN =
      """
      {"settings": {"layout": "onetable"},
       "totals": {"seconds": 30, "transactionsPerSecond": 150, "reads": 2000, "writes": 700,
        "others": 300, "failures": 0, "percentile": 17.5},
       "ops": [
        {"scope": "request", "type": "all", "class": "point_read", "p95": 4.5},
        {"scope": "request", "type": "all", "class": "range_read", "p95": 5.5},
        {"scope": "request", "type": "all", "class": "region_commit", "p95": 6.5},
        {"scope": "request", "type": "all", "class": "prewrite", "p95": 7.5},
        {"scope": "request", "type": "all", "class": "commit", "p95": 8.5}]}
      """;

  @TempDir private Path root;

  @BeforeEach
  void write() throws IOException {
    write("scripts/bench-all.parts", PARTS);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void measured(String folder, String file, String text) throws IOException {
    write("docs/benchmarks/" + folder + "/" + file, text);
    write("docs/benchmarks/" + folder + "/made.json", "{\"commit\": \"c\"}");
  }

  private List<MeasuredFolder> folders() throws IOException {
    return MeasuredFolder.all(root);
  }

  @Test
  void coreDoesLessInASecondTheMoreTimeATransactionTakes() throws IOException {
    measured("profile-four-regions", "summary.json", RATIOS);
    assertThat(new DocumentedCapacity(folders()).costs())
        .contains(
            List.of("1 region", "not measured yet", "", "", "", "", ""),
            List.of(
                "4 regions",
                "practical",
                "8",
                "1,000 (500 to 2,000)",
                "400 (250 to 500)",
                "1,000 (500 to 2,000)",
                "2,500 (2,000 to 4,000)"));
  }

  @Test
  void onlyCountersAreAHotRow() throws IOException {
    measured("contention", "summary.json", COUNTERS);
    assertThat(new DocumentedCapacity(folders()).hotRow())
        .containsExactly(
            List.of(
                "read-modify-write",
                "1",
                "64",
                "1,000 (900 to 1,100)",
                "[contention](../benchmarks/contention)"),
            List.of("not measured yet", "", "", "", "`contention-clients`"));
  }

  @Test
  void peersThatWereFasterAreNamed() throws IOException {
    measured("profile-four-regions", "summary.json", RATIOS);
    assertThat(new DocumentedFigures(folders()).slower())
        .containsExactly(
            List.of(
                "tx, threads 8",
                "haeinsa",
                "0.90 (0.80 to 1.10)",
                "[profile-four-regions](../benchmarks/profile-four-regions)"));
  }

  @Test
  void callsOfAnUnchangedApplicationAreMarkedIfUnsettled() throws IOException {
    assertThat(new DocumentedFigures(folders()).calls()).isEmpty();
    measured("call-throughput", "summary.json", CALLS);
    assertThat(new DocumentedFigures(folders()).calls())
        .containsExactly(List.of("`put`", "0.50 (0.40 to 0.60) \\*"));
  }

  /** Ten transactions a second for 30 s, then 91, then 100. */
  @Test
  void coldClientIsNearlySettledAfterTenSecondsOfNineTenths() throws IOException {
    String intervals =
        IntStream.range(0, 200)
            .mapToObj(second -> second < 30 ? 10 : second < 120 ? 91 : 100)
            .map("{\"tps\": %d}"::formatted)
            .collect(Collectors.joining(",", "{\"intervals\": [", "]}"));
    for (String mode : List.of("tx", "raw-batched")) {
      measured("cold-start", mode + "/run.json", intervals);
      measured("cold-start", mode + "/cold.json", "[{\"jvm\": {\"compileMillis\": 12345}}]");
    }
    DocumentedCold cold = DocumentedCold.of(folders());
    assertThat(cold.rows().get(0)).startsWith("`tx`", "10", "51", "100", "40", "12");
    assertThat(cold.goals("../").get(0)).contains("at most 60", "40", "met");
  }

  @Test
  void linesOfJmhStandBesideTheSameWork() throws IOException {
    measured(
        "jmh-profile",
        "jmh.json",
        "[" + line("tx", 8, 2_000) + "," + line("raw", 8, 1_000) + "," + line("tx", 1, 500) + "]");
    assertThat(DocumentedJmh.of(folders()).rows())
        .containsExactly(
            List.of("practical, 4, 1", "`tx`", "2,000", "1.0", "2.0", ""),
            List.of("practical, 4, 8", "`raw`", "8,000", "1.0", "2.0", "0.50"),
            List.of("practical, 4, 8", "`tx`", "4,000", "1.0", "2.0", ""));
  }

  private static String line(String mode, int threads, int micros) {
    return """
        {"threads": %d, "params": {"mode": "%s", "profile": "practical", "regions": "4"},
         "primaryMetric": {"score": %d, "scorePercentiles": {"50.0": 1000, "95.0": 2000}}}
        """
        .formatted(threads, mode, micros);
  }

  @Test
  void publishedFiguresHaveOursOnceAllTheirPartsWereMeasured() throws IOException {
    measuredBesideMariaDb();
    assertThat(ours("Dolt, latency by class of query")).isEqualTo("not measured yet");
    measured("tpcc-sysbench-normalized", "run.json", RUN);
    assertThat(ours("Dolt, latency by class of query"))
        .startsWith("95 % of the point reads within 4.5 ms, of range reads within 5.5 ms")
        .endsWith("point reads 4.5, prewrites 7.5, commits 8.5 ms (`normalized`)");
    assertThat(ours("Dolt, TPC-C by sysbench"))
        .startsWith("150 transactions/s, 100 row operations/s, 95 % within 17.5 ms, 0 failed (");
  }

  @Test
  void mariaDbIsReadFromTheOutputOfSysbench() throws IOException {
    measuredBesideMariaDb();
    assertThat(ours("MySQL, on Dolt's page"))
        .isEqualTo(
            "MariaDB on the same machine: 600 transactions/s, 17,104 queries/s, 95 % within 8.3 ms;"
                + " Rowlock some minutes later 150 transactions/s: 0.25");
  }

  private void measuredBesideMariaDb() throws IOException {
    measured("tpcc-beside-mariadb", "run.json", RUN);
    measured(
        "tpcc-beside-mariadb",
        "mariadb/written.txt",
        """
            transactions:                        17875  (600.00 per sec.)
            queries:                             513270 (17104.40 per sec.)
                 95th percentile:                        8.28
        """);
  }

  private String ours(String figure) throws IOException {
    return new DocumentedPublished(folders())
        .rows().stream()
            .filter(row -> row.get(0).equals(figure))
            .map(row -> row.get(1))
            .findFirst()
            .orElseThrow();
  }
}
