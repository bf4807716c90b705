package io.rowlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.mutation.Mutant;
import io.rowlock.mutation.PatchedClasses;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The command line, with the library as it is and with a broken one. */
class SimulateTest {

  /** What a command has written, and its exit status. */
  private record Said(int status, String out, String err) {}

  @Test
  void goodRunsEndWithNoViolation() throws Exception {
    Said said = simulate(getClass().getClassLoader(), "--schedules 30 --seed 5");
    assertThat(said.status()).isZero();
    assertThat(said.out()).contains("seed 5,", "30 schedules: ").endsWith("violations: 0\n");
    assertThat(said.err()).contains(" schedules/s");
  }

  @Test
  void oneSeedIsToldTheSameToTheByte() throws Exception {
    Said said = simulate(getClass().getClassLoader(), "--seed 7 --trace");
    Said again = simulate(getClass().getClassLoader(), "--seed 7 --trace");
    assertThat(said.out()).contains("begins T1\n").endsWith("violations: 0\n");
    assertThat(again.out()).isEqualTo(said.out());
  }

  @Test
  void everyRequestIsCrashedAt() throws Exception {
    Said said =
        simulate(
            getClass().getClassLoader(),
            "--seed 3 --schedules 1 --transactions 2,2 --crash-everywhere");
    assertThat(said.status()).isZero();
    assertThat(said.out()).containsPattern(" [1-9]\\d+  crash\n");
    Said one =
        simulate(
            getClass().getClassLoader(),
            "--seed 3 --trace --transactions 2,2 --faults none --crash 1:2");
    assertThat(one.out()).contains("client-2  crash\n").endsWith("violations: 0\n");
  }

  @Test
  void aBrokenLibraryIsShownByTheShortestScheduleThatFails() throws Exception {
    ClassLoader broken = brokenLibrary();
    Said said = simulate(broken, "--schedules 1000 --seed 1 --threads 1");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.out()).contains("violation at seed ", "shortest schedule found: ");

    Matcher again = Pattern.compile("again: scripts/simulate (.*)").matcher(said.out());
    assertThat(again.find()).isTrue();
    Said replayed = simulate(broken, again.group(1));
    assertThat(replayed.status()).isEqualTo(1);
    assertThat(replayed.out().lines().count()).isLessThan(said.out().lines().count() * 3);
    assertThat(simulate(getClass().getClassLoader(), again.group(1)).status()).isZero();
  }

  private static ClassLoader brokenLibrary() throws Exception {
    for (Mutant mutant : Mutant.all()) {
      if (mutant.name().equals("DO_NOT_VALIDATE")) {
        return PatchedClasses.of(mutant.patches(), name -> false);
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
    assertRefused("--trace", "--trace needs the --seed");
    assertRefused("--crash 17", "--crash must be CLIENT:REQUEST");
    assertRefused("--crash 3:1", "--crash names a client that is not there");
    assertRefused("--nonsense", "--nonsense");
  }

  private static void assertRefused(String arguments, String why) throws Exception {
    Said said = simulate(SimulateTest.class.getClassLoader(), arguments);
    assertThat(said.status()).isEqualTo(2);
    assertThat(said.err()).contains(why);
  }

  private static Said simulate(ClassLoader library, String arguments) throws Exception {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Object status =
        library
            .loadClass(Simulate.class.getName())
            .getMethod("execute", PrintWriter.class, PrintWriter.class, String[].class)
            .invoke(null, new PrintWriter(out), new PrintWriter(err), arguments.split(" ", -1));
    return new Said((Integer) status, out.toString(), err.toString());
  }
}
