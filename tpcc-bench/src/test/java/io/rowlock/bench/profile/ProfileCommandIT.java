package io.rowlock.bench.profile;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Whole runs, on an embedded HBase and on none. */
class ProfileCommandIT {
  private static final List<Mode> MODES =
      List.of(Mode.RAW, Mode.RAW_BATCHED, Mode.TX, Mode.HAEINSA);

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /**
   * Exactly, unless a transaction draws a row that the one before it is still rolling forward: with
   * all rows to choose from that happens once in some thousands, so one of two rounds is exact.
   */
  @Test
  void oneThreadSendsExactlyTheExpectedRpcs() throws IOException {
    Files.writeString(directory.resolve("points.csv"), "of an earlier run", CREATE_NEW);
    int status =
        execute(
            "--profile",
            "practical,worst-case,transfer",
            "--mode",
            "raw,raw-batched,tx,haeinsa",
            "--threads",
            "1",
            "--time",
            "1",
            "--warmup",
            "0",
            "--rounds",
            "2");
    assertThat(status).as("%s%n%s", out, err).isEqualTo(Bench.GOOD);
    List<String> lines = Files.readAllLines(directory.resolve("points.csv"));
    assertThat(lines).hasSize(1 + 3 * MODES.size() * 2);
    for (Profile profile : Profile.values()) {
      for (Mode mode : MODES) {
        assertThat(lines)
            .filteredOn(line -> line.startsWith(profile + "," + mode + ",1,"))
            .hasSize(2)
            .anySatisfy(line -> assertThat(line).endsWith(rpcs(profile, mode)))
            .allSatisfy(line -> assertThat(foreground(line)).isBetween(0.0, most(profile, mode)));
      }
    }
    assertThat(directory.resolve("summary.json")).isNotEmptyFile();
    assertThat(directory.resolve("profile.png")).isNotEmptyFile();
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void unreachableClusterIsToldInOneSentence() {
    assertThat(execute("--quorum", "localhost:1")).isEqualTo(Bench.RUN_FAILED);
    assertThat(err.toString()).contains("No HBase at localhost:1 answered");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void peerThatIsNotOnTheClassPathIsToldInOneSentence() {
    int status = execute("--mode", "omid", "--rows", "8", "--threads", "1", "--time", "1");
    assertThat(status).isEqualTo(Bench.RUN_FAILED);
    assertThat(err.toString()).contains("omid is not on the class path", "--peers");
  }

  private static double foreground(String line) {
    return Double.parseDouble(line.split(",", -1)[10]);
  }

  /** A tenth of an RPC more on average would mean more than a chance meeting. */
  private static double most(Profile profile, Mode mode) {
    return ExpectedRpcs.of(profile, mode, false).foreground() + 0.1;
  }

  private static String rpcs(Profile profile, Mode mode) {
    ExpectedRpcs expected = ExpectedRpcs.of(profile, mode, false);
    return String.format(
        Locale.ROOT, ",%.4f,%.4f", (double) expected.foreground(), (double) expected.background());
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
