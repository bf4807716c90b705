package io.rowlock.bench.tpcc.layout;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The choice of a database on the cluster; a mixin of all commands. */
public final class LayoutOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--layout",
      paramLabel = "NAME",
      description =
          "normalized: nine tables and two indexes; onetable: all rows of a warehouse in one region"
              + " (default: normalized; of a comparison with plain HBase: onetable).")
  private @Nullable String name;

  /** Fails with a usage error if the layout is unknown. */
  public Layout layout() {
    return or(Layout.NORMALIZED);
  }

  /** As {@link #layout}, with another default. */
  public Layout or(Layout usual) {
    try {
      return name == null ? usual : Layout.named(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--layout: " + e.getMessage(), e);
    }
  }
}
