package io.rowlock.tools;

import java.io.Console;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line to maintain transactional tables, with Hadoop's generic options ({@code -D
 * key=value}) in front of the command. {@link Rowlock} runs it.
 *
 * <p>Results go to the standard output, everything else to the standard error.
 */
final class RowlockTool extends Configured implements Tool {

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
        TerminalCheck.isTerminal(TerminalCheck.OUT),
        new ProgressDisplay(
            System.err, TerminalCheck.isTerminal(TerminalCheck.ERR), System::nanoTime));
  }

  /** Later JDKs have a console without a terminal, too, where no person can answer. */
  @SuppressWarnings("SystemConsoleNull")
  private static @Nullable String askOnConsole(@Nullable String question) {
    Console console = System.console();
    return console == null ? null : console.readLine("%s ", question);
  }

  @Override
  public int run(String[] arguments) {
    try {
      CommandLine line = new CommandLine(new Request(getConf(), terminal));
      // Of this command alone. Hadoop would take a --conf in front of the command for its own.
      line.getCommandSpec()
          .usageMessage()
          .customSynopsis("rowlock [-D key=value ...] COMMAND [OPTIONS]");
      return line.registerConverter(TableName.class, Arguments::table)
          .registerConverter(Bytes.class, Arguments::row)
          .registerConverter(long.class, Arguments::positive)
          .setExpandAtFiles(false)
          .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
          .setParameterExceptionHandler((wrong, given) -> wrong(wrong))
          .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure))
          .execute(arguments);
    } catch (Error failure) {
      return failed(failure);
    }
  }

  private int failed(Throwable failure) {
    if (failure instanceof OutputClosedException) {
      return ExitStatus.OUTPUT_CLOSED;
    }
    terminal.remark("rowlock: " + Complaint.about(failure));
    return ExitStatus.FAILED;
  }

  private int wrong(ParameterException wrong) {
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    String sentence = sentence(wrong, command);
    String end = sentence.endsWith("?") ? " " : ". ";
    terminal.remark("rowlock: " + sentence + end + "Try '" + command.qualifiedName() + " --help'.");
    return ExitStatus.USAGE;
  }

  private static String sentence(ParameterException wrong, CommandSpec command) {
    String message = String.valueOf(wrong.getMessage());
    if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
      return message;
    }
    String word = unmatched.getUnmatched().get(0);
    boolean isCommand = command.parent() == null && !unmatched.isUnknownOption();
    String sentence = isCommand ? "There is no command '" + word + "'" : message;
    return unmatched.isUnknownOption()
        ? sentence + Spelling.question(word.split("=", 2)[0], command.optionsMap().keySet())
        : sentence + Spelling.question(word, command.subcommands().keySet());
  }
}
