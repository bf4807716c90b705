package io.rowlock.bench.tpcc;

import io.rowlock.bench.tpcc.acid.AcidCommand;
import io.rowlock.bench.tpcc.check.CheckCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands of TPC-C. */
@Command(
    name = "tpcc",
    description = "TPC-C: a database of warehouses, and five kinds of business transactions on it.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PrepareCommand.class,
      CheckCommand.class,
      CleanupCommand.class,
      AcidCommand.class
    })
public final class TpccCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
