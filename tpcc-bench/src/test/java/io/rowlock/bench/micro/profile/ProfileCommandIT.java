package io.rowlock.bench.micro.profile;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Spread;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Whole runs, on an embedded HBase and on none. */
@Tag("verify-all")
class ProfileCommandIT {
  /** Requests that pauses of a slow machine may add to a round, however short. */
  private static final int BY_PAUSES = 5;

  private static final String TRANSACTIONS = Figure.TX_PER_SECOND.name();
  private static final String FOREGROUND = Series.RPCS_FOREGROUND_PER_TX.name();
  private static final String BACKGROUND = Series.RPCS_BACKGROUND_PER_TX.name();

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /**
   * In one of two rounds: the first, in a cold JVM, has too few transactions for a chance meeting.
   */
  @Test
  void oneThreadSendsTheExpectedRpcs() throws IOException {
    Files.writeString(directory.resolve("summary.json"), "of an earlier run", CREATE_NEW);
    List<Mode> modes = List.of(Mode.RAW, Mode.RAW_BATCHED, Mode.TX, Mode.TX_BATCHED, Mode.HAEINSA);
    checkRpcs(modes, false, run("--mode", "raw,raw-batched,tx,tx-batched,haeinsa"));
    assertThat(directory.resolve("profile.png")).isNotEmptyFile();
  }

  @Test
  void inOneRegionACommitIsOneRpc() throws IOException {
    checkRpcs(Mode.OWN, true, run("--colocated", "--mode", "tx,tx-batched"));
    assertThat(out.toString())
        .contains("rows in 1 region")
        .contains("met    practical, RPCs of commit(): 1.000, should be at most 1.00");
  }

  @Test
  void warmUpComesBeforeAllThatIsMeasured() throws IOException {
    String options = "--mode tx --threads 1,2 --warmup 6 --time 1 --rounds 1 --rows 1000";
    assertThat(execute(options.split(" ", -1))).as("%s%n%s", out, err).isEqualTo(ExitStatus.GOOD);
    assertThat(err.toString())
        .containsSubsequence(
            "warm-up, turn 1/2", "warm-up, turn 2/2", "practical, threads: 1", "threads: 2");
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void unreachableClusterIsToldInOneSentence() {
    assertThat(execute("--quorum", "localhost:1")).isEqualTo(ExitStatus.RUN_FAILED);
    assertThat(err.toString()).contains("No HBase at localhost:1 answered");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void peerThatIsNotOnTheClassPathIsToldInOneSentence() {
    int status = execute("--mode", "omid", "--rows", "8", "--threads", "1", "--time", "1");
    assertThat(status).isEqualTo(ExitStatus.RUN_FAILED);
    assertThat(err.toString()).contains("omid is not on the class path", "--peers");
  }

  /** Short rounds of all profiles with one thread; the points. */
  private List<JsonNode> run(String... options) throws IOException {
    String[] usual = {
      "--profile", "practical,worst-case,transfer", "--threads", "1", "--time", "1"
    };
    String[] rounds = {"--warmup", "0", "--rounds", "2"};
    int status =
        execute(Stream.of(usual, rounds, options).flatMap(Arrays::stream).toArray(String[]::new));
    assertThat(status).as("%s%n%s", out, err).isEqualTo(ExitStatus.GOOD);
    JsonNode summary = new ObjectMapper().readTree(directory.resolve("summary.json").toFile());
    return ImmutableList.copyOf(summary.path("points"));
  }

  private static void checkRpcs(List<Mode> modes, boolean colocated, List<JsonNode> points) {
    assertThat(points).hasSize(Profile.values().length * modes.size() * 2);
    for (Profile profile : Profile.values()) {
      for (Mode mode : modes) {
        ExpectedRpcs expected = ExpectedRpcs.of(profile, mode, colocated);
        assertThat(points)
            .filteredOn(point -> point.path("profile").asText().equals(profile.label()))
            .filteredOn(point -> point.path("mode").asText().equals(mode.label()))
            .hasSize(2)
            .anySatisfy(point -> assertThat(isAsExpected(expected, point)).isTrue())
            .allSatisfy(point -> assertThat(isNear(expected, point)).isTrue());
      }
    }
  }

  private static boolean isAsExpected(ExpectedRpcs expected, JsonNode point) {
    return expected.foreground().holds(one(calm(expected.foreground(), point, FOREGROUND)))
        && expected.background().holds(one(calm(expected.background(), point, BACKGROUND)));
  }

  /** A tenth of an RPC more on average would mean more than a chance meeting. */
  private static boolean isNear(ExpectedRpcs expected, JsonNode point) {
    ExpectedRpcs.Range range = expected.foreground();
    return calm(range, point, FOREGROUND) < range.most() + 0.1;
  }

  /** The average without what pauses may have added; a round takes one second. */
  private static double calm(ExpectedRpcs.Range range, JsonNode point, String figure) {
    double all = point.path(figure).asDouble();
    double without = all - BY_PAUSES / point.path(TRANSACTIONS).asDouble();
    return all <= range.most() ? all : Math.max(range.most(), without);
  }

  private static Spread one(double value) {
    return Spread.of(List.of(value));
  }

  private int execute(String... arguments) {
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    String[] all = new String[arguments.length + 3];
    all[0] = "profile";
    all[1] = "--out";
    all[2] = directory.toString();
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return commandLine.execute(all);
  }
}
