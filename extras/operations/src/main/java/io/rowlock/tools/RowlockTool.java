package io.rowlock.tools;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.jspecify.annotations.Nullable;

/**
 * The command line to maintain transactional tables, with Hadoop's generic options ({@code -D
 * key=value}) in front of the command. {@link Rowlock} runs it.
 *
 * <p>Results go to the standard output, everything else to the standard error. Exit statuses: 0
 * good, 1 usage error, 2 failed, 3 something was found or is not settled, 130 interrupted, 141 the
 * reader of the output closed it early.
 */
final class RowlockTool extends Configured implements Tool {

  static final List<Command> COMMANDS =
      List.of(
          new LocksCommand(),
          new ResolveCommand(),
          new DiscardCommand(),
          new VacuumCommand(),
          new VerifyCommand(),
          new OutcomeCommand(),
          new EnableCommand(),
          new DisableCommand(),
          new GuardCommand());

  private final PrintStream out;
  private final Terminal terminal;

  RowlockTool(PrintStream out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Runs a command and ends the JVM with its exit status. */
  public static void main(String[] arguments) {
    int status = ExitStatus.FAILED;
    try {
      status = new RowlockTool(System.out, ofThisProcess()).start(arguments);
    } finally {
      // Exit explicitly: a connection that is still being opened would keep the JVM alive.
      System.exit(status);
    }
  }

  /** Runs a command, with optional generic options of Hadoop before it. */
  int start(String[] arguments) {
    try {
      return ToolRunner.run(HBaseConfiguration.create(), this, arguments);
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  private static Terminal ofThisProcess() {
    return new Terminal(
        System.out,
        System.err,
        RowlockTool::askOnConsole,
        TerminalCheck.isOutTerminal(),
        new ProgressDisplay(System.err, TerminalCheck.isErrTerminal(), System::nanoTime));
  }

  /** Later JDKs have a console without a terminal, too, where no person can answer. */
  @SuppressWarnings("SystemConsoleNull")
  private static @Nullable String askOnConsole(@Nullable String question) {
    Console console = System.console();
    return console == null ? null : console.readLine("%s ", question);
  }

  @Override
  public int run(String[] arguments) {
    if (arguments.length == 0) {
      return wrong("There is no command.", "");
    }
    String name = arguments[0];
    if (name.equals("--help") || name.equals("-h") || name.equals("help")) {
      Help.printOverview(out);
      return ExitStatus.GOOD;
    }
    return COMMANDS.stream()
        .filter(command -> command.name().equals(name))
        .findFirst()
        .map(command -> run(command, Arrays.copyOfRange(arguments, 1, arguments.length)))
        .orElseGet(() -> wrong("There is no command '" + name + "'.", ""));
  }

  private int run(Command command, String[] arguments) {
    if (Arrays.asList(arguments).contains("--help")) {
      Help.print(command, out);
      return ExitStatus.GOOD;
    }
    try {
      return command.run(Request.parse(command, arguments, getConf(), terminal));
    } catch (UsageException wrong) {
      return wrong(wrong.getMessage(), command.name() + " ");
    } catch (OutputClosedException closed) {
      return ExitStatus.OUTPUT_CLOSED;
    } catch (IOException | RuntimeException | Error failure) {
      return failed(failure);
    }
  }

  private int failed(Throwable failure) {
    terminal.remark("rowlock: " + Complaint.about(failure));
    return ExitStatus.FAILED;
  }

  private int wrong(@Nullable String sentence, String command) {
    terminal.remark("rowlock: " + sentence + " Try 'rowlock " + command + "--help'.");
    return ExitStatus.USAGE;
  }
}
