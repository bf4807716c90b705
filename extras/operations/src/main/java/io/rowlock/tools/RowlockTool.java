package io.rowlock.tools;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line to maintain transactional tables, with Hadoop's generic options ({@code -D
 * key=value}) in front of the command. {@link Rowlock} runs it.
 *
 * <p>Results go to the standard output, everything else to the standard error.
 */
@Command(
    name = "rowlock",
    description =
        "Maintains the locks of transactional tables. This is optional: any client that meets an"
            + " abandoned lock settles it. 'rowlock COMMAND --help' describes a command. Settings"
            + " of Rowlock and HBase precede it: 'rowlock -D key=value COMMAND'.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      LocksCommand.class,
      ResolveCommand.class,
      DiscardCommand.class,
      VacuumCommand.class,
      VerifyCommand.class,
      OutcomeCommand.class,
      EnableCommand.class,
      DisableCommand.class,
      GuardCommand.class
    },
    scope = ScopeType.INHERIT,
    abbreviateSynopsis = true,
    sortOptions = false,
    usageHelpWidth = 100,
    exitCodeListHeading = "%nExit statuses:%n",
    exitCodeList = {
      "0:good",
      "1:usage error",
      "2:failed",
      "3:something was found or is not settled",
      "130:interrupted",
      "141:output closed"
    })
final class RowlockTool extends Configured implements Tool {

  private final PrintStream out;
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--json",
      description = "print JSON objects, one a line",
      scope = ScopeType.INHERIT)
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      description = "print this",
      usageHelp = true,
      scope = ScopeType.INHERIT)
  boolean help;

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
    try {
      return new CommandLine(this)
          .registerConverter(TableName.class, Arguments::table)
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
    String sentence =
        command == spec && wrong instanceof UnmatchedArgumentException unmatched
            ? "There is no command '" + unmatched.getUnmatched().get(0) + "'"
            : wrong.getMessage();
    terminal.remark("rowlock: " + sentence + ". Try '" + command.qualifiedName() + " --help'.");
    return ExitStatus.USAGE;
  }

  @Option(
      names = "--quorum",
      paramLabel = "HOST:PORT,...",
      description = "ZooKeeper of the cluster",
      scope = ScopeType.INHERIT)
  void setQuorum(String quorum) {
    getConf().set(HConstants.ZOOKEEPER_QUORUM, quorum);
  }

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "directory with the cluster's hbase-site.xml",
      scope = ScopeType.INHERIT)
  void addConf(Path directory) {
    Path site = directory.resolve("hbase-site.xml");
    if (!Files.isReadable(site)) {
      throw new ParameterException(spec.commandLine(), "There is no readable '" + site + "'");
    }
    Path core = directory.resolve("core-site.xml"); // requires Kerberos, if it is required
    if (Files.isReadable(core)) {
      getConf().addResource(new org.apache.hadoop.fs.Path(core.toUri()));
    }
    getConf().addResource(new org.apache.hadoop.fs.Path(site.toUri()));
  }

  Cluster connect() throws IOException {
    return Cluster.connect(getConf());
  }

  Terminal terminal() {
    return terminal;
  }

  /** Returns whether results are for programs. */
  boolean isJson() {
    return json;
  }

  /** Prints the result in one of two formats: a line, or names and values in turns. */
  void print(String forPeople, Object... forPrograms) {
    print(forPeople, Json.of(forPrograms));
  }

  /** Prints the result in one of two formats. */
  void print(String forPeople, JsonObject forPrograms) {
    terminal.print(json ? forPrograms.toString() : forPeople);
  }
}
