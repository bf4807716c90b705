package io.rowlock.tools;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.apache.hbase.thirdparty.org.apache.commons.cli.HelpFormatter;

/** Creates the texts that {@code --help} prints. */
final class Help {

  private static final int WIDTH = 100;

  private static final String STATUSES =
      "Exit statuses: 0 good, 1 usage error, 2 failed, 3 something was found or is not settled, 130"
          + " interrupted, 141 output closed.";

  private Help() {}

  static void printOverview(PrintStream out) {
    out.println("usage: rowlock [-D key=value ...] COMMAND [OPTIONS]");
    out.println(
        "Maintains the locks of transactional tables. This is optional: any client that meets an");
    out.println("abandoned lock settles it. 'rowlock COMMAND --help' describes a command.");
    out.println();
    for (Command command : RowlockTool.COMMANDS) {
      out.printf("  %-35s %s%n", command.name() + " " + command.arguments(), command.summary());
    }
    out.println();
    out.println(STATUSES);
  }

  static void print(Command command, PrintStream out) {
    PrintWriter writer = new PrintWriter(out, true, StandardCharsets.UTF_8);
    HelpFormatter formatter = new HelpFormatter();
    formatter.setOptionComparator(null);
    formatter.printHelp(
        writer,
        WIDTH,
        "rowlock " + command.name() + " " + command.arguments() + " [OPTIONS]",
        command.summary() + "\n" + command.details() + "\n\n",
        CommonOptions.of(command),
        2,
        3,
        "\n" + STATUSES);
    writer.flush();
  }
}
