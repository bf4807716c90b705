package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of figures, from a few results. */
class MeasuredFolderTest {
  private static final String MADE =
      "{\"commit\": \"0123456789abcdef\", \"date\": \"2026-12-01T02:03:04Z\","
          + " \"command\": \"scripts/bench profile --conf CONF --out OUT\"}";

  private static final String PROFILE =
      """
      {"rows": [
        {"profile": "practical", "mode": "tx", "threads": 8, "settled": false,
         "txPerSecond": {"min": 1000, "median": 1234, "max": 2000},
         "p50Micros": {"min": 700, "median": 800, "max": 900},
         "rpcsForegroundPerTx": {"min": 4, "median": 5, "max": 6},
         "rpcsBackgroundPerTx": {"min": 1, "median": 1.5, "max": 2},
         "clientCpuMicrosPerTx": {"min": 300, "median": 400, "max": 500},
         "serverCpuMicrosPerTx": null}],
       "ratios": [
        {"series": {"profile": "practical", "mode": "tx", "threads": 8}, "settled": false,
         "over": {"profile": "practical", "mode": "haeinsa", "threads": 8},
         "figure": "txPerSecond", "spread": {"min": 0.5, "median": 1.02, "max": 1.5}},
        {"series": {"profile": "practical", "mode": "tx", "threads": 8},
         "over": {"profile": "practical", "mode": "raw", "threads": 8},
         "figure": "txPerSecond", "spread": {"min": 0.25, "median": 0.5, "max": 0.75}},
        {"series": {"profile": "practical", "mode": "tx", "threads": 8},
         "over": {"profile": "practical", "mode": "raw", "threads": 8},
         "figure": "p50Micros", "spread": {"min": 1, "median": 2, "max": 3}}],
       "targets": [
        {"what": "practical, p50, tx/raw", "measured": 0.5, "bound": "AT_MOST", "limit": 0.6, "met": true},
        {"what": "worst-case, p50, tx/raw", "measured": 2, "bound": "AT_MOST", "limit": 1.1, "met": false},
        {"what": "practical, rate, tx/haeinsa", "measured": 2, "bound": "AT_LEAST", "limit": 1.5,
         "met": true, "settled": false},
        {"what": "audits, failures", "measured": 0, "bound": "AT_MOST", "limit": 0.0001, "met": true},
        {"what": "others, failures", "measured": 3, "bound": "AT_MOST", "limit": 0.0001, "met": false}]}
      """;

  private static final String MODES =
      """
      {"rows": [], "ratios": [
        {"series": {"mode": "tx"}, "over": {"mode": "raw-batched"}, "figure": "txPerSecond",
         "spread": {"min": 0.25, "median": 0.444, "max": 0.5}}]}
      """;

  @TempDir private Path root;

  @BeforeEach
  void write() throws IOException {
    write(
        "scripts/bench-all.parts",
        """
        profile | embedded | 1 | p OUT
        tpcc-onetable | embedded | 1 | o OUT
        tpcc-normalized | embedded | 1 | scripts/n --out OUT/a && scripts/n --out OUT
        cold-start | processes | 1 | c OUT
        """);
    write("docs/benchmarks/profile/summary.json", PROFILE);
    write("docs/benchmarks/profile/made.json", MADE);
    write("docs/benchmarks/profile/profile.png", "a picture");
    write("docs/benchmarks/tpcc-onetable/modes.json", MODES);
    write("docs/benchmarks/tpcc-onetable/made.json", MADE);
    // Files of unknown origin are no figures.
    write("docs/benchmarks/tpcc-normalized/modes.json", MODES);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private List<MeasuredFolder> folders() throws IOException {
    return MeasuredFolder.all(root);
  }

  @Test
  void folderNamesItsCommandAndItsOrigin() throws IOException {
    assertThat(new DocumentedFigures(folders()).made())
        .contains(
            List.of(
                "[profile](profile)", "`scripts/bench profile --conf DIR`", "2026-12-01, 01234567"),
            List.of(
                "`tpcc-normalized`", "`scripts/n --out OUT/a && scripts/n`", "not measured yet"));
  }

  @Test
  void picturesOfResultsAreShown() throws IOException {
    assertThat(new DocumentedFigures(folders()).pictures())
        .isEqualTo("![profile](profile/profile.png)\n");
  }

  @Test
  void unsettledSeriesIsMarked() throws IOException {
    assertThat(new DocumentedFigures(folders()).transactions())
        .containsExactly(
            List.of(
                "[profile](profile)",
                "practical, tx, threads 8",
                "1,234 (1,000 to 2,000) \\*",
                "0.8 (0.7 to 0.9) \\*",
                "6.5",
                "400",
                "",
                "0.50 (0.25 to 0.75)",
                "",
                "1.02 (0.50 to 1.50) \\*",
                ""));
  }

  @Test
  void goalsOfBothProfilesShareARowAndUnsettledOnesAreNoEvidence() throws IOException {
    String link = "[profile](../benchmarks/profile)";
    assertThat(new DocumentedGoals(folders()).rows())
        .containsExactly(
            List.of(
                "both profiles: p50, tx/raw",
                "at most 0.60; 1.10",
                "0.50; 2.00",
                "met; **missed**",
                link),
            List.of("practical, rate, tx/haeinsa", "at least 1.50", "2.00", "no evidence", link),
            List.of(
                "failures, at most of all series", "at most 0.0001", "3.00", "**missed**", link),
            List.of(
                "all of the other parts",
                "",
                "not measured yet",
                "",
                "`tpcc-normalized`, `cold-start`"));
  }

  @Test
  void costsNameWhatWasNotMeasured() throws IOException {
    assertThat(new DocumentedTpcc(folders()).costs().get(0).get(1))
        .startsWith(
            "0.44 if related rows are in one region, not measured yet if they are spread (");
    assertThat(new DocumentedTpcc(folders()).modes())
        .containsExactly(
            List.of("`normalized`", "not measured yet", "", "", "", "", "", "", "", ""));
  }

  @Test
  void costsOfAnUnsettledRunSaySo() throws IOException {
    write("docs/benchmarks/tpcc-normalized/made.json", MADE);
    write(
        "docs/benchmarks/tpcc-normalized/modes.json",
        MODES.replace("\"figure\"", "\"settled\": false, \"figure\""));

    assertThat(new DocumentedTpcc(folders()).costs().get(0).get(1))
        .contains(" 0.44 (in a run that had not settled) if they are spread (");
  }
}
