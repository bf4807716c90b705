package io.rowlock.bench.micro.profile;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
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

  private static final int TRANSACTIONS = 4;
  private static final int FOREGROUND = 10;
  private static final int BACKGROUND = 11;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /**
   * In one of two rounds: the first, in a cold JVM, has too few transactions for a chance meeting.
   */
  @Test
  void oneThreadSendsTheExpectedRpcs() throws IOException {
    Files.writeString(directory.resolve("points.csv"), "of an earlier run", CREATE_NEW);
    List<Mode> modes = List.of(Mode.RAW, Mode.RAW_BATCHED, Mode.TX, Mode.TX_BATCHED, Mode.HAEINSA);
    checkRpcs(modes, false, run("--mode", "raw,raw-batched,tx,tx-batched,haeinsa"));
    assertThat(directory.resolve("summary.json")).isNotEmptyFile();
    assertThat(directory.resolve("profile.png")).isNotEmptyFile();
  }

  @Test
  void inOneRegionACommitIsOneRpc() throws IOException {
    checkRpcs(Mode.OWN, true, run("--colocated", "--mode", "tx,tx-batched"));
    assertThat(out.toString())
        .contains("Without a warm-up")
        .contains("rows in 1 region")
        .contains("met    practical, RPCs of commit(): 1.000, should be at most 1.00");
  }

  @Test
  void warmUpComesBeforeAllThatIsMeasured() throws IOException {
    String options = "--mode tx --threads 1,2 --warmup 6 --time 1 --rounds 1 --rows 1000";
    assertThat(execute(options.split(" ", -1))).as("%s%n%s", out, err).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString())
        .containsPattern("practical tx +[0-9.]+ +[0-9.]+ +(settled|still rising)")
        .containsPattern("worst-case tx +[0-9.]+ +[0-9.]+ +(settled|still rising)");
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

  /** Short rounds of all profiles with one thread; the lines of {@code points.csv}. */
  private List<String> run(String... options) throws IOException {
    String[] usual = {
      "--profile", "practical,worst-case,transfer", "--threads", "1", "--time", "1"
    };
    String[] rounds = {"--warmup", "0", "--rounds", "2"};
    int status =
        execute(Stream.of(usual, rounds, options).flatMap(Arrays::stream).toArray(String[]::new));
    assertThat(status).as("%s%n%s", out, err).isEqualTo(ExitStatus.GOOD);
    return Files.readAllLines(directory.resolve("points.csv"));
  }

  private static void checkRpcs(List<Mode> modes, boolean colocated, List<String> lines) {
    assertThat(lines).hasSize(1 + Profile.values().length * modes.size() * 2);
    for (Profile profile : Profile.values()) {
      for (Mode mode : modes) {
        ExpectedRpcs expected = ExpectedRpcs.of(profile, mode, colocated);
        assertThat(lines)
            .filteredOn(line -> line.startsWith(profile + "," + mode + ",1,"))
            .hasSize(2)
            .anySatisfy(line -> assertThat(isAsExpected(expected, line)).isTrue())
            .allSatisfy(line -> assertThat(isNear(expected, line)).isTrue());
      }
    }
  }

  private static boolean isAsExpected(ExpectedRpcs expected, String line) {
    return expected.foreground().holds(one(calm(expected.foreground(), line, FOREGROUND)))
        && expected.background().holds(one(calm(expected.background(), line, BACKGROUND)));
  }

  /** A tenth of an RPC more on average would mean more than a chance meeting. */
  private static boolean isNear(ExpectedRpcs expected, String line) {
    ExpectedRpcs.Range range = expected.foreground();
    return calm(range, line, FOREGROUND) < range.most() + 0.1;
  }

  /** The average without what pauses may have added; a round takes one second. */
  private static double calm(ExpectedRpcs.Range range, String line, int column) {
    double all = value(line, column);
    double without = all - BY_PAUSES / value(line, TRANSACTIONS);
    return all <= range.most() ? all : Math.max(range.most(), without);
  }

  private static Spread one(double value) {
    return Spread.of(List.of(value));
  }

  private static double value(String line, int column) {
    return Double.parseDouble(line.split(",", -1)[column]);
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
