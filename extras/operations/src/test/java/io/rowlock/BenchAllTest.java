package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.BenchCheckout.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/bench all}, with commands that only write a file. */
class BenchAllTest {
  private static final int GOOD = 0;
  private static final int USAGE = 1;
  private static final int FAILED = 2;
  private static final int CHECK_FAILED = 3;

  private BenchCheckout checkout;

  @BeforeEach
  void open(@TempDir Path directory) throws Exception {
    checkout = new BenchCheckout(directory.toRealPath());
    checkout.parts("one | embedded | 1 | scripts/bench one --out OUT");
  }

  @Test
  void partWritesItsFolderWithoutPathsOfTheMachine() throws Exception {
    assertThat(checkout.all().status()).isEqualTo(GOOD);
    assertThat(checkout.result("one/summary.json"))
        .isEqualTo("{\"arguments\": \"one --out OUT\"}\n");
    assertThat(checkout.result("one/made.json"))
        .contains(
            "\"command\": \"scripts/bench one --out OUT\"", "\"busy\": false", "\"hbase\": \"9\"")
        .containsPattern("\"jdk\": \".*Runtime Environment.*\",")
        .containsPattern("\"commit\": \"[0-9a-f]{40}\"")
        .doesNotContain(checkout.root().toString());
    assertThat(checkout.results()).containsExactlyInAnyOrder("made.json", "summary.json");
  }

  @Test
  void partOfThePresentSourcesIsSkipped() throws Exception {
    checkout.all();
    checkout.commit("docs/words.txt", "other words");
    Run again = checkout.all();
    assertThat(again.status()).isEqualTo(GOOD);
    assertThat(again.text())
        .contains("parts to run: 0, about 0 min", "done: none; skipped: one; failed: none");
    assertThat(checkout.runs()).hasSize(1);
  }

  @Test
  void partOfOtherSourcesOrOfAnotherCommandRunsAgain() throws Exception {
    checkout.all();
    checkout.commit("core/src/main/A.java", "class A {}");
    assertThat(checkout.all().text()).contains("done: one;");
    checkout.parts("one | embedded | 1 | scripts/bench one --more --out OUT");
    assertThat(checkout.all().text()).contains("done: one;");
    assertThat(checkout.runs()).hasSize(3);
  }

  @Test
  void loadedMachineIsRefusedUnlessTold() throws Exception {
    checkout.load("99.5");
    Run refused = checkout.all();
    assertThat(refused.status()).isEqualTo(FAILED);
    assertThat(refused.text()).contains("the load of the last minute is 99.5");
    assertThat(checkout.runs()).isEmpty();
    assertThat(checkout.all("--busy").status()).isEqualTo(GOOD);
    assertThat(checkout.result("one/made.json")).contains("\"busy\": true", "\"loadBefore\": 99.5");
  }

  @Test
  void changedSourcesAreRefused() throws Exception {
    checkout.write("core/src/main/A.java", "class A {}");
    Run refused = checkout.all();
    assertThat(refused.status()).isEqualTo(FAILED);
    assertThat(refused.text()).contains("commit these changes first");
  }

  @Test
  void failedPartLeavesTheFolderOfBeforeAndTheOthersGoOn() throws Exception {
    checkout.all();
    checkout.parts(
        "one | embedded | 1 | scripts/bench one --out OUT && exit 3",
        "two | embedded | 1 | scripts/bench two --out OUT");
    Run run = checkout.all();
    assertThat(run.status()).isEqualTo(CHECK_FAILED);
    assertThat(run.text())
        .contains("one failed with status 3", "done: two; skipped: none; failed: one");
    assertThat(checkout.result("one/made.json")).doesNotContain("exit 3");
    checkout.parts("one | embedded | 1 | exit 2", "two | embedded | 1 | exit 3");
    assertThat(checkout.all().status()).isEqualTo(FAILED);
  }

  @Test
  void serversServeAllPartsThatNeedThemAndAreStopped() throws Exception {
    checkout.parts(
        "one | processes | 1 | scripts/bench one --conf CONF --out OUT",
        "two | processes | 1 | scripts/bench two --conf CONF --out OUT",
        "three | embedded | 1 | scripts/bench three --out OUT");
    assertThat(checkout.all().status()).isEqualTo(GOOD);
    assertThat(checkout.runs())
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsExactly("start", "one", "two", "stop", "three");
    assertThat(checkout.result("two/summary.json")).contains("two --conf CONF --out OUT");
  }

  @Test
  void stoppedRunStopsCommandAndServers() throws Exception {
    checkout.parts("one | processes | 1 | scripts/bench one --out OUT && sleep 600");
    Run stopped = checkout.stopAfterFirstRun();
    assertThat(stopped.status()).isEqualTo(FAILED);
    assertThat(checkout.runs()).last().asString().startsWith("stop ");
    assertThat(checkout.root().resolve("docs/benchmarks")).isEmptyDirectory();
    assertThat(checkout.root().resolve("target/bench-all/one-failed/summary.json")).exists();
  }

  @Test
  void partWithoutItsToolsIsSkipped() throws Exception {
    checkout.parts("other | mariadb | 1 | exit 2");
    Run run = checkout.all();
    assertThat(run.status()).isEqualTo(GOOD);
    assertThat(run.text()).contains("other: skipped, ").contains("skipped: other; failed: none");
  }

  @Test
  void partsAreChosenByNameAndByTime() throws Exception {
    checkout.parts(
        "one | embedded | 5 | scripts/bench one --out OUT", "two | embedded | 1 | exit 2");
    assertThat(checkout.all("--part", "one", "--budget", "4").text()).contains("skipped: one;");
    assertThat(checkout.all("--part", "one").text())
        .contains("parts to run: 1, about 5 min", "done: one;");
    assertThat(checkout.all("--list").text())
        .containsPattern("one .* current .*\ntwo .* not measured");
    assertThat(checkout.all("--part", "three").status()).isEqualTo(USAGE);
  }

  @Test
  void partsOfTheDocumentationAreWhole() throws IOException {
    List<BenchPart> parts = BenchPart.read(Path.of("../.."));
    assertThat(parts)
        .extracting(BenchPart::name)
        .doesNotHaveDuplicates()
        .allMatch(n -> n.matches("[a-z-]+"));
    assertThat(parts).allSatisfy(BenchAllTest::isWhole);
    assertThat(parts.stream().mapToInt(BenchPart::minutes).sum()).isLessThanOrEqualTo(170);
  }

  private static void isWhole(BenchPart part) {
    assertThat(part.servers()).isIn("embedded", "processes", "mariadb");
    assertThat(part.command()).startsWith("scripts/").contains("OUT");
    assertThat(part.command().contains("CONF")).isEqualTo(part.servers().equals("processes"));
  }
}
