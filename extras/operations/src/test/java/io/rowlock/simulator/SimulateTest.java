package io.rowlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.mutation.Mutant;
import io.rowlock.mutation.PatchedClasses;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line, with the library as it is and with a broken one. */
class SimulateTest {

  /** The output of a command, and its exit status. */
  private record Result(int status, String out, String err) {}

  @Test
  void goodRunsEndWithNoViolation() throws Exception {
    Result result = simulate(getClass().getClassLoader(), "--schedules 30 --seed 5");
    assertThat(result.status()).isZero();
    assertThat(result.out()).contains("seed 5,", "30 schedules: ").endsWith("violations: 0\n");
    assertThat(result.err()).contains(" schedules/s");
  }

  @Test
  void traceOfASeedIsRepeatable() throws Exception {
    Result result = simulate(getClass().getClassLoader(), "--seed 7 --trace");
    Result again = simulate(getClass().getClassLoader(), "--seed 7 --trace");
    assertThat(result.out()).contains("begins T1\n").endsWith("violations: 0\n");
    assertThat(again.out()).isEqualTo(result.out());
  }

  @Test
  void everyRequestIsCrashedAt() throws Exception {
    Result result =
        simulate(
            getClass().getClassLoader(),
            "--seed 3 --schedules 1 --transactions 2,2 --crash-everywhere");
    assertThat(result.status()).isZero();
    assertThat(result.out()).containsPattern(" [1-9]\\d+  crash\n");
    Result one =
        simulate(
            getClass().getClassLoader(),
            "--seed 3 --trace --transactions 2,2 --faults none --crash 1:2");
    assertThat(one.out()).contains("client-2  crash\n").endsWith("violations: 0\n");
  }

  @Test
  void runsOfOneFileAddUp(@TempDir Path directory) throws Exception {
    String file = " --resume " + directory.resolve("runs");
    Result first = simulate(getClass().getClassLoader(), "--schedules 20 --seed 5" + file);
    assertThat(first.status()).isZero();
    assertThat(first.out()).contains("seed 5,", "\n20 schedules: ", "sum since seed 5: ");

    Result next = simulate(getClass().getClassLoader(), "--schedules 13" + file);
    Result all = simulate(getClass().getClassLoader(), "--schedules 33 --seed 5");
    assertThat(next.status()).isZero();
    assertThat(next.out()).contains("seed 25,", "\n33 schedules: ").endsWith("violations: 0\n");
    assertThat(countsIn(next)).isEqualTo(countsIn(all));
  }

  private static List<String> countsIn(Result result) {
    return result
        .out()
        .lines()
        .filter(line -> line.startsWith("   ") || line.contains(" schedules: "))
        .toList();
  }

  @Test
  void runsThatDoNotBelongTogetherDoNotAddUp(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("runs");
    String resume = " --resume " + file;
    simulate(getClass().getClassLoader(), "--schedules 1 --seed 5" + resume);
    assertRefused("--seed 6" + resume, "began at the seed 5");
    assertRefused("--faults none" + resume, "are of other options; start a new file");

    String kept = Files.readString(file);
    Files.writeString(file, kept.replaceFirst("code=.", "code=-"));
    assertRefused("--seed 5" + resume, "are of other code; start a new file");
    Files.writeString(file, kept.replace("next seed", "next"));
    assertRefused("--seed 5" + resume, "was not written by this: it does not tell its next seed");
  }

  @Test
  void aViolationStaysInTheSum(@TempDir Path directory) throws Exception {
    String arguments =
        "--schedules 1000 --seed 1 --threads 1 --resume " + directory.resolve("runs");
    ClassLoader broken = brokenLibrary();
    assertThat(simulate(broken, arguments).status()).isEqualTo(1);
    Result none = simulate(broken, arguments.replace("1000", "1"));
    assertThat(none.status()).isEqualTo(1);
  }

  @Test
  void branchesThatWereNotTakenAreReported() throws Exception {
    Result result =
        simulate(getClass().getClassLoader(), "--schedules 3 --seed 5 --faults none --coverage");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out())
        .contains("3 schedules: ", "violations: 0\nio.rowlock.internal.protocol: ")
        .containsPattern("io.rowlock.internal.transaction: \\d+ of \\d+ branches taken, ")
        .containsPattern("\n {2}KnownTable\\.\\w+:\\d+ {2}\\d of \\d {2}\\S");
  }

  @Test
  void aBrokenLibraryIsShownByTheShortestScheduleThatFails() throws Exception {
    ClassLoader broken = brokenLibrary();
    Result result = simulate(broken, "--schedules 1000 --seed 1 --threads 1");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out()).contains("violation at seed ", "shortest schedule found: ");

    Matcher again = Pattern.compile("again: scripts/simulate (.*)").matcher(result.out());
    assertThat(again.find()).isTrue();
    Result replayed = simulate(broken, again.group(1));
    assertThat(replayed.status()).isEqualTo(1);
    assertThat(replayed.out().lines().count()).isLessThan(result.out().lines().count() * 3);
    assertThat(simulate(getClass().getClassLoader(), again.group(1)).status()).isZero();
  }

  private static ClassLoader brokenLibrary() throws Exception {
    for (Mutant mutant : Mutant.all()) {
      if (mutant.name().equals("DO_NOT_VALIDATE")) {
        return PatchedClasses.of(mutant.changes(), name -> false);
      }
    }
    throw new IllegalStateException("the mutant has another name now");
  }

  @Test
  void wrongArgumentsAreExplained() throws Exception {
    assertRefused("--faults crash,thunder", "no such fault: thunder; there are lost-request,");
    assertRefused("--schedules 0", "--schedules must be positive");
    assertRefused("--seconds -1", "--seconds must be positive");
    assertRefused("--threads 0", "--threads must be positive");
    assertRefused("--transactions 3,-1", "--transactions cannot be negative");
    assertRefused("--trace", "--trace needs --seed");
    assertRefused("--crash 17", "--crash must be CLIENT:REQUEST");
    assertRefused("--crash 3:1", "--crash names a client that is not there");
    assertRefused("--nonsense", "--nonsense");
  }

  private static void assertRefused(String arguments, String why) throws Exception {
    Result result = simulate(SimulateTest.class.getClassLoader(), arguments);
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains(why);
  }

  private static Result simulate(ClassLoader library, String arguments) throws Exception {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Object status =
        library
            .loadClass(Simulate.class.getName())
            .getMethod("execute", PrintWriter.class, PrintWriter.class, String[].class)
            .invoke(null, new PrintWriter(out), new PrintWriter(err), arguments.split(" ", -1));
    return new Result((Integer) status, out.toString(), err.toString());
  }
}
