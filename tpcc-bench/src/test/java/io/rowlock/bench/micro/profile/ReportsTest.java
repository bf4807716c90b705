package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Results;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
  @TempDir private Path directory;
  private final StringWriter text = new StringWriter();

  @Test
  void allFilesAreWritten() throws IOException {
    write(results(List.of()));
    assertThat(names()).containsExactly("profile.png", "report.html", "summary.json");
    BufferedImage picture = ImageIO.read(directory.resolve("profile.png").toFile());
    assertThat(picture.getWidth()).isEqualTo(1000);
    assertThat(picture.getHeight()).isEqualTo(6 * 380);
  }

  @Test
  void summaryHoldsEverything() throws IOException {
    write(results(List.of("a disagreement")));
    JsonNode summary = new ObjectMapper().readTree(directory.resolve("summary.json").toFile());
    assertThat(summary.at("/configuration/modes/1").asText()).isEqualTo("raw-batched");
    assertThat(summary.at("/environments/0/cluster/regionServers").asInt()).isEqualTo(1);
    assertThat(summary.at("/points/0/profile").asText()).isEqualTo("practical");
    assertThat(summary.at("/points/0/txPerSecond").asDouble()).isPositive();
    assertThat(summary.at("/ratios/0/spread/median").asDouble()).isEqualTo(3.0);
    assertThat(summary.at("/targets/0/met").isBoolean()).isTrue();
    assertThat(summary.at("/settings/omid").asText()).isEqualTo("its settings");
    assertThat(summary.at("/failedChecks/0").asText()).isEqualTo("a disagreement");
  }

  @Test
  void tableShowsModesAndRatios() throws IOException {
    write(results(List.of("a disagreement")));
    assertThat(text.toString())
        .contains("practical, threads: 1", "worst-case, threads: 8")
        .contains(
            "practical, 1 thread, tx / practical, 1 thread, raw, txPerSecond: 3.00x (3.00..3.00)")
        .contains("A CHECK FAILED: a disagreement");
  }

  @Test
  void pageShowsTheFiguresOfTheConsole() throws IOException {
    write(results(List.of()));
    String page = Files.readString(directory.resolve("report.html"));
    assertThat(page)
        .contains("<p class=\"asked\">How fast are small transactions", "Profiles [practical,")
        .contains("<p class=\"answer\">Throughput: tx / raw 3.00x to 3.00x")
        .containsPattern("<td class=\"text\">tx [*]</td>\n?<td>4.5</td>");
    assertThat(text.toString()).containsPattern("\ntx [*] +4.5 ");
  }

  /** The second round of each series is twice as fast as the first. */
  @Test
  void seriesThatHaveNotSettledAreMarkedEverywhere() throws IOException {
    write(results(List.of()));
    JsonNode summary = new ObjectMapper().readTree(directory.resolve("summary.json").toFile());
    assertThat(summary.at("/rows/0/settled").asBoolean(true)).isFalse();
    assertThat(summary.at("/ratios/0/settled").asBoolean(true)).isFalse();
    assertThat(summary.at("/targets/0/settled").asBoolean(true)).isFalse();
    String sentence =
        "* Not settled, so no evidence: throughput still rose, or the clients still compiled:"
            + " practical, 1 thread, raw;";
    assertThat(text.toString()).contains(sentence, "3.00x (3.00..3.00) *", "NO EVIDENCE practical");
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("<p class=\"warning\">" + sentence, "NO EVIDENCE", "Without evidence: ");
  }

  @Test
  void filesOfAnEarlierRunStayUntilAllNewOnesAreWritten() throws IOException {
    Files.writeString(directory.resolve("points.txt"), "earlier");
    ResultDirectory results = ResultDirectory.create(directory);
    results.stage("points.txt", new byte[] {'n', 'e', 'w'});
    assertThat(directory.resolve("points.txt")).hasContent("earlier");
    results.publish();
    assertThat(directory.resolve("points.txt")).hasContent("new");
    assertThat(names()).containsExactly("points.txt");
  }

  private void write(Results<Series> results) throws IOException {
    new ProfileExperiment(plan())
        .publish(results, ResultDirectory.create(directory), new PrintWriter(text));
  }

  private static Plan plan() {
    return TestPoints.plan(List.of(Profile.values()), List.of(1, 8), null);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static Results<Series> results(List<String> disagreements) {
    List<Point<Series>> points = new ArrayList<>();
    for (Profile profile : Profile.values()) {
      for (int threads : new int[] {1, 8}) {
        for (Mode mode : Mode.values()) {
          for (int round = 1; round <= 2; round++) {
            double speed = (mode == Mode.TX ? 3.0 : 1.0) * threads * round;
            points.add(TestPoints.point(profile, mode, threads, round, speed, 1000 / speed));
          }
        }
      }
    }
    Environment environment =
        new Environment(
            "2025-01-01T00:00:00Z",
            2,
            512,
            "a JDK",
            "an OS",
            "2.6.1",
            new Cluster.Facts("embedded", "2.6.1", 1),
            null);
    Map<String, Object> others = Map.of("settings", Map.of("omid", "its settings"));
    return new ProfileExperiment(plan())
        .judge(List.of(environment), new Points<>(points), disagreements, others, null);
  }
}
