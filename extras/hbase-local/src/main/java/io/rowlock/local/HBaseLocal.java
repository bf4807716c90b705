package io.rowlock.local;

import java.util.concurrent.Callable;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of a local HBase; {@code scripts/hbase-local} runs it. */
@Command(
    name = "hbase-local",
    description =
        "An HBase on this machine: ZooKeeper, HDFS, master and region servers, each in its own"
            + " process, on loopback. Clients connect with DIR/conf.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      StartCommand.class,
      StopCommand.class,
      StatusCommand.class,
      SignalCommands.Kill.class,
      SignalCommands.Pause.class,
      SignalCommands.Continue.class
    },
    mixinStandardHelpOptions = true,
    version = "hbase-local 1",
    scope = CommandLine.ScopeType.INHERIT,
    exitCodeOnInvalidInput = HBaseLocal.USAGE,
    exitCodeListHeading = "%nExit statuses:%n",
    exitCodeList = {"0:good", "1:usage error", "2:failed", "3:status: not all servers run"})
public final class HBaseLocal implements Callable<Integer> {

  static final int GOOD = 0;
  static final int USAGE = 1;
  static final int FAILED = 2;
  static final int NOT_RUNNING = 3;

  @Spec private CommandSpec spec;

  HBaseLocal() {}

  public static void main(String[] arguments) {
    // A plain return would not end the JVM: threads of HBase's client still run.
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new HBaseLocal())
        .setParameterExceptionHandler(HBaseLocal::explain)
        .setExecutionExceptionHandler(HBaseLocal::fail);
  }

  /** Prints one sentence, and the command that prints the usage. */
  private static int explain(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    command.getErr().println("hbase-local: " + wrong.getMessage());
    command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return USAGE;
  }

  private static int fail(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    String message = failure.getMessage();
    command
        .getErr()
        .println(
            "hbase-local: "
                + (message == null ? Throwables.getStackTraceAsString(failure) : message));
    return FAILED;
  }

  /** Fails, because a command is required. */
  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "There is no command.");
  }
}
