package io.rowlock.it;

import io.rowlock.bench.Bench;
import io.rowlock.it.acid.AcidCommand;
import io.rowlock.it.soak.SoakCommand;
import java.util.Objects;
import picocli.CommandLine;

/**
 * The benchmarks, with two tests that are commands: {@code soak} and {@code tpcc acid}; {@code
 * scripts/bench} runs it for them.
 */
public final class TrialBench {
  private TrialBench() {}

  public static void main(String[] arguments) {
    // Not a plain return: HBase's servers leave threads behind that would keep the JVM alive.
    System.exit(commandLine().execute(arguments));
  }

  public static CommandLine commandLine() {
    return Bench.commandLine(
        bench -> {
          bench.addSubcommand(new SoakCommand());
          Objects.requireNonNull(bench.getSubcommands().get("tpcc"))
              .addSubcommand(new AcidCommand());
        });
  }
}
