package io.rowlock.tools;

import java.io.IOException;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** One of the commands of {@link Rowlock}. */
interface Command {

  String name();

  /** What follows the name on the command line, without the options. */
  String arguments();

  /** One sentence. */
  String summary();

  /** What else to know, one paragraph; shown by {@code --help}. */
  String details();

  /** Those that other commands do not have. */
  Options options();

  /**
   * Does what it is asked for.
   *
   * @return the exit status
   */
  int run(Request request) throws IOException, UsageException;
}
