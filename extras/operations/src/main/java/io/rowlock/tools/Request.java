package io.rowlock.tools;

import io.rowlock.operations.LockRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.org.apache.commons.cli.CommandLine;
import org.apache.hbase.thirdparty.org.apache.commons.cli.DefaultParser;
import org.apache.hbase.thirdparty.org.apache.commons.cli.ParseException;

/** A parsed command line. */
final class Request {

  private final CommandLine line;
  private final Configuration configuration;
  private final Terminal terminal;

  private Request(CommandLine line, Configuration configuration, Terminal terminal) {
    this.line = line;
    this.configuration = configuration;
    this.terminal = terminal;
  }

  static Request parse(
      Command command, String[] arguments, Configuration configuration, Terminal terminal)
      throws UsageException {
    try {
      CommandLine line = new DefaultParser(false).parse(CommonOptions.of(command), arguments);
      Words.require(command, line.getArgList());
      return new Request(line, located(configuration, line), terminal);
    } catch (ParseException wrong) {
      throw new UsageException(wrong.getMessage() + ".");
    }
  }

  private static Configuration located(Configuration given, CommandLine line)
      throws UsageException {
    Configuration configuration = new Configuration(given);
    if (line.hasOption("conf")) {
      Path site = Path.of(line.getOptionValue("conf"), "hbase-site.xml");
      if (!Files.isReadable(site)) {
        throw new UsageException("There is no readable '" + site + "'.");
      }
      Path core = site.resolveSibling("core-site.xml"); // requires Kerberos, if it is required
      if (Files.isReadable(core)) {
        configuration.addResource(new org.apache.hadoop.fs.Path(core.toUri()));
      }
      configuration.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
    }
    if (line.hasOption("quorum")) {
      configuration.set(HConstants.ZOOKEEPER_QUORUM, line.getOptionValue("quorum"));
    }
    return configuration;
  }

  Terminal terminal() {
    return terminal;
  }

  Cluster connect() throws IOException {
    return Cluster.connect(configuration);
  }

  boolean has(String option) {
    return line.hasOption(option);
  }

  /** Returns the argument of an option. */
  String text(String option, String otherwise) {
    return line.getOptionValue(option, otherwise);
  }

  void refuseBoth(String option, String other) throws UsageException {
    if (has(option) && has(other)) {
      throw new UsageException("--" + option + " and --" + other + " contradict each other.");
    }
  }

  /** Prints the result in one of two formats. */
  void print(String forPeople, JsonObject forPrograms) {
    if (has("json")) {
      terminal.print(forPrograms);
    } else {
      terminal.print(forPeople);
    }
  }

  /** Returns the number of words after the command, without options. */
  int words() {
    return line.getArgList().size();
  }

  String word(int index) {
    return line.getArgList().get(index);
  }

  TableName table(int index) throws UsageException {
    try {
      return TableName.valueOf(word(index));
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("'" + word(index) + "' cannot be the name of a table.");
    }
  }

  /** Returns a row key, which is given in the escapes of HBase's shell. */
  byte[] row(int index) throws UsageException {
    byte[] row = RowKeys.parse(word(index));
    if (row.length == 0) {
      throw new UsageException("A row key is never empty.");
    }
    return row;
  }

  LockRange range(TableName table) throws UsageException {
    byte[] start = RowKeys.parse(line.getOptionValue("start-row", ""));
    byte[] stop = RowKeys.parse(line.getOptionValue("stop-row", ""));
    if (stop.length > 0 && Bytes.compareTo(start, stop) >= 0) {
      throw new UsageException("--start-row must come before --stop-row.");
    }
    return LockRange.of(table, start, stop);
  }

  /** Returns a positive number, or the default if the option is missing. */
  long number(String option, long otherwise) throws UsageException {
    String text = line.getOptionValue(option, Long.toString(otherwise));
    try {
      long number = Long.parseLong(text);
      if (number > 0 && number < Integer.MAX_VALUE) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // reported below, like a number out of bounds
    }
    throw new UsageException("--" + option + " must be a positive number, is '" + text + "'.");
  }
}
