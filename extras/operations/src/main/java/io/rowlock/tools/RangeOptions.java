package io.rowlock.tools;

import io.rowlock.operations.LockRange;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands on a range of rows; a {@link Mixin}. */
final class RangeOptions {

  private static final Bytes NONE = new Bytes(HConstants.EMPTY_BYTE_ARRAY);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--start-row",
      paramLabel = "ROW",
      description = "the first row; binary bytes as \\x00")
  private Bytes start = NONE;

  @Option(names = "--stop-row", paramLabel = "ROW", description = "the row before which to stop")
  private Bytes stop = NONE;

  boolean isGiven() {
    return start.getLength() + stop.getLength() > 0;
  }

  LockRange of(TableName table) {
    if (stop.getLength() > 0 && start.compareTo(stop) >= 0) {
      throw new ParameterException(
          command.commandLine(), "--start-row must come before --stop-row");
    }
    return LockRange.of(table, start.get(), stop.get());
  }
}
