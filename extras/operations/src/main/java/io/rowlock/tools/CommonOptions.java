package io.rowlock.tools;

import org.apache.hbase.thirdparty.org.apache.commons.cli.Option;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** The options that commands share, and factory methods for options. */
final class CommonOptions {

  private CommonOptions() {}

  /** Returns all options of a command, its own first. */
  static Options of(Command command) {
    Options options = new Options();
    command.options().getOptions().forEach(options::addOption);
    options.addOption(flag("json", "print JSON objects, one a line"));
    options.addOption(value("quorum", "HOST:PORT,...", "ZooKeeper of the cluster"));
    options.addOption(value("conf", "DIR", "directory with the cluster's hbase-site.xml"));
    options.addOption(flag("help", "print this"));
    return options;
  }

  static Option flag(String name, String description) {
    return Option.builder().longOpt(name).desc(description).build();
  }

  static Option value(String name, String shown, String description) {
    return Option.builder().longOpt(name).hasArg().argName(shown).desc(description).build();
  }

  /** Adds the options of commands on a range of rows. */
  static Options withRange(Options options) {
    return options
        .addOption(value("start-row", "ROW", "the first row; binary bytes as \\x00"))
        .addOption(value("stop-row", "ROW", "the row before which to stop"));
  }
}
