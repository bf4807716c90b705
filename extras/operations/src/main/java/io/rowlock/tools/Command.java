package io.rowlock.tools;

import java.io.IOException;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** One of the commands of {@link Rowlock}. */
interface Command {

  String name();

  /** Returns the arguments after the name on the command line, without the options. */
  String arguments();

  /** Returns a summary of one sentence. */
  String summary();

  /** Returns further details in one paragraph; {@code --help} shows it. */
  String details();

  /** Returns the options that other commands do not have. */
  Options options();

  /**
   * Runs the command.
   *
   * @return the exit status
   */
  int run(Request request) throws IOException, UsageException;
}
