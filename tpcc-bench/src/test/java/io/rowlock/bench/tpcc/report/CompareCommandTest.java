package io.rowlock.bench.tpcc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompareCommandTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void runIsEqualToItself() throws IOException {
    Path run = write("a", Results.of("tx", 25));
    assertThat(compare(run, run)).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString()).contains("Settings: equal");
    List<Comparison.Figure> figures =
        Comparison.of(RunResult.read(run), RunResult.read(run)).groups().stream()
            .flatMap(group -> group.figures().stream())
            .toList();
    assertThat(figures).hasSizeGreaterThan(30);
    assertThat(figures).allSatisfy(figure -> assertThat(figure.ratio()).isEqualTo("1.00x"));
    assertThat(page()).contains("<td>1.00x</td>", "<svg", "NON-STANDARD SCALE");
  }

  @Test
  void differencesAreRatiosOfTheSecondToTheFirst() throws IOException {
    Path slow = write("slow", Results.of("tx", 25));
    Path fast = write("fast", Results.of("raw-batched", 50));
    assertThat(compare(slow, fast)).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString())
        .containsPattern("transactions per second +25 +50 +2.00x")
        .containsPattern("prewrite +\\S+ +0 +0.00x")
        .containsPattern("write +0 +\\S+ +n/a");
    assertThat(out.toString().indexOf("mode: tx -> raw-batched"))
        .isPositive()
        .isLessThan(out.toString().indexOf("transactions per second"));
    assertThat(page()).contains("<td>mode</td>", "<td>raw-batched</td>", "<td>2.00x</td>");
  }

  @Test
  void otherDirectoriesAreRefused() throws IOException {
    Path run = write("a", Results.of("tx", 25));
    Path missing = directory.resolve("missing");
    assertThat(compare(run, missing)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(missing + " is no directory with results of bench tpcc");
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertThat(compare(empty, run)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains("There is no readable run.json in " + empty);
    Files.writeString(empty.resolve(RunResult.FILE), "{\"format\": 1}");
    assertThat(compare(empty, run)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains("run.json is no result of bench tpcc");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  private int compare(Path first, Path second) {
    CommandLine bench =
        Bench.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return bench.execute(
        "compare",
        first.toString(),
        second.toString(),
        "--out",
        directory.resolve("out").toString());
  }

  private String page() throws IOException {
    return Files.readString(directory.resolve("out").resolve(ComparedRuns.FILE))
        .replaceAll(">\n<", "><");
  }

  private Path write(String name, RunResult result) throws IOException {
    Path run = Files.createDirectory(directory.resolve(name));
    Files.write(run.resolve(RunResult.FILE), new ObjectMapper().writeValueAsBytes(result));
    return run;
  }
}
