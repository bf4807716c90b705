package io.rowlock.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** What all commands of one call share: their options, the cluster, and where results go. */
@Command(
    name = "rowlock",
    description =
        "Maintains the locks of transactional tables. This is optional: any client that meets an"
            + " abandoned lock settles it. 'rowlock COMMAND --help' describes a command.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ListCommand.class,
      DoctorCommand.class,
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
final class Request {

  private final Configuration configuration;
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
      order = 3,
      usageHelp = true,
      scope = ScopeType.INHERIT)
  boolean help;

  Request(Configuration configuration, Terminal terminal) {
    this.configuration = configuration;
    this.terminal = terminal;
  }

  @Option(
      names = "--quorum",
      paramLabel = "HOST:PORT,...",
      description = "ZooKeeper of the cluster",
      order = 1,
      scope = ScopeType.INHERIT)
  void setQuorum(String quorum) {
    configuration.set(HConstants.ZOOKEEPER_QUORUM, quorum);
  }

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "directory with the cluster's hbase-site.xml",
      order = 2,
      scope = ScopeType.INHERIT)
  void addConf(Path directory) {
    Path site = directory.resolve("hbase-site.xml");
    if (!Files.isReadable(site)) {
      throw new ParameterException(spec.commandLine(), "There is no readable '" + site + "'");
    }
    Path core = directory.resolve("core-site.xml"); // requires Kerberos, if it is required
    if (Files.isReadable(core)) {
      configuration.addResource(new org.apache.hadoop.fs.Path(core.toUri()));
    }
    configuration.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
  }

  Cluster connect() throws IOException {
    return Cluster.connect(configuration);
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
