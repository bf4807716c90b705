package io.rowlock.bench.micro.jmh;

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

/** A short run of JMH on an embedded HBase. */
@Tag("verify-all")
class ProfileBenchmarkIT {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();

  @Test
  void eachModeIsMeasured() throws IOException {
    CommandLine commandLine = Bench.commandLine().setOut(new PrintWriter(out));
    String options = "-wi 0 -i 1 -r 1 -p rows=1000 -p profile=worst-case -p regions=4";
    String all = "jmh ProfileBenchmark.eightThreads " + options + " -p mode=raw,tx,haeinsa --out";
    int status = commandLine.execute((all + " " + directory).split(" ", -1));
    assertThat(status).as("%s", out).isEqualTo(ExitStatus.GOOD);
    JsonNode results = new ObjectMapper().readTree(directory.resolve("jmh.json").toFile());
    List<String> modes = new ArrayList<>();
    for (JsonNode result : results) {
      modes.add(result.at("/params/mode").asText());
      assertThat(result.at("/mode").asText()).isEqualTo("sample");
      assertThat(result.at("/threads").asInt()).isEqualTo(8);
      assertThat(result.at("/primaryMetric/scorePercentiles/50.0").asDouble()).isPositive();
    }
    assertThat(modes).containsExactlyInAnyOrder("raw", "tx", "haeinsa");
    assertThat(out.toString()).contains("ProfileBenchmark.eightThreads");
  }
}
