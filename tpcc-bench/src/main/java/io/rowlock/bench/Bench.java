package io.rowlock.bench;

import io.rowlock.bench.ablation.AblationCommand;
import io.rowlock.bench.inserts.InsertsCommand;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.Label;
import io.rowlock.bench.micro.contention.ContentionCommand;
import io.rowlock.bench.micro.jmh.JmhCommand;
import io.rowlock.bench.micro.profile.GrowthCommand;
import io.rowlock.bench.micro.profile.ProfileCommand;
import io.rowlock.bench.micro.scale.ScaleCommand;
import io.rowlock.bench.tpcc.TpccCommand;
import java.io.IOException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of all benchmarks; {@code scripts/bench} runs it. */
@Command(
    name = "bench",
    description = {
      "Benchmarks of Rowlock, on an embedded HBase or on your cluster.",
      "Three more commands of scripts/bench: all runs what the documentation shows, see 'all --help';"
          + " soak and 'tpcc acid' are tests of Rowlock."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ProfileCommand.class,
      GrowthCommand.class,
      ContentionCommand.class,
      ScaleCommand.class,
      InsertsCommand.class,
      TpccCommand.class,
      JmhCommand.class,
      AblationCommand.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = Bench.Version.class,
    scope = CommandLine.ScopeType.INHERIT,
    exitCodeOnUsageHelp = ExitStatus.GOOD,
    exitCodeOnVersionHelp = ExitStatus.GOOD,
    exitCodeOnInvalidInput = ExitStatus.USAGE,
    exitCodeOnExecutionException = ExitStatus.RUN_FAILED,
    exitCodeListHeading = "%nExit statuses:%n",
    exitCodeList = {
      "0:good",
      "1:usage error",
      "2:the run failed",
      "3:a check failed",
      "4:a constraint was missed, under --strict"
    })
public final class Bench implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Bench.class);

  @Spec private CommandSpec spec;

  Bench() {}

  public static void main(String[] arguments) {
    // Not a plain return: HBase's servers leave threads behind that would keep the JVM alive.
    System.exit(commandLine().execute(arguments));
  }

  public static CommandLine commandLine() {
    return commandLine(bench -> {});
  }

  /** Returns the command line with what is added to it. */
  public static CommandLine commandLine(Consumer<CommandLine> addition) {
    CommandLine bench = new CommandLine(new Bench());
    addition.accept(bench);
    return Label.readIn(bench)
        .setParameterExceptionHandler(Bench::explain)
        .setExecutionExceptionHandler(Bench::tell);
  }

  /** One sentence; the log has the rest. Anything but I/O is a bug and shows its stack. */
  private static int tell(Exception failure, CommandLine command, ParseResult parsed)
      throws Exception {
    if (!(failure instanceof IOException)) {
      throw failure;
    }
    String name = command.getCommandSpec().qualifiedName();
    LOG.error("{} failed", name, failure);
    command.getErr().println(name + ": " + failure.getMessage());
    command.getErr().flush();
    return ExitStatus.RUN_FAILED;
  }

  /** One sentence, and where to find the rest. */
  private static int explain(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    command.getErr().println(wrong.getMessage());
    UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println("Try '" + name + " --help' for more information.");
    return ExitStatus.USAGE;
  }

  /** Without a command there is nothing to do. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  /** The version that Maven wrote into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Bench.class.getPackage().getImplementationVersion();
      return new String[] {"rowlock " + (version == null ? "(development)" : version)};
    }
  }
}
