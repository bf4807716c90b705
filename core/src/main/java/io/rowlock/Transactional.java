package io.rowlock;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * What enabling makes of a table's descriptor, step by step. Each step leaves a descriptor alone
 * that has it behind itself, and never lowers a floor.
 */
final class Transactional {

  /** Comes with HBase: the servers find it on their own class path. */
  static final String ENDPOINT = "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  private Transactional() {}

  /** True when transactions may write to the table. */
  static boolean isComplete(TableDescriptor table) {
    return TableRules.lockFamily(table) != null && Floor.of(table).isPresent();
  }

  /** All steps at once. */
  static TableDescriptor of(TableDescriptor table, boolean regionCommit, long least) {
    return withFloor(prepared(table, regionCommit), least, least);
  }

  /** With what regions have to be reopened for. */
  static TableDescriptor prepared(TableDescriptor table, boolean regionCommit) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    if (TableRules.lockFamily(table) == null) {
      builder.setColumnFamily(LockFamily.describe());
    }
    if (regionCommit && !table.hasCoprocessor(ENDPOINT)) {
      addEndpoint(builder);
    }
    return builder.build();
  }

  private static void addEndpoint(TableDescriptorBuilder builder) {
    try {
      builder.setCoprocessor(ENDPOINT);
    } catch (IOException listedAlready) {
      throw new UncheckedIOException(listedAlready);
    }
  }

  /**
   * With a floor.
   *
   * @param least at which it lies at least
   * @param first also where the table has had no floor until now
   */
  static TableDescriptor withFloor(TableDescriptor table, long least, long first) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    if (Floor.of(table).isEmpty()) {
      return builder.setValue(Floor.KEY, Long.toString(Math.max(least, first))).build();
    }
    if (Floor.of(table).getAsLong() < least) {
      String raised = Long.toString(least);
      builder.setValue(Floor.KEY, raised).setValue(Floor.RAISED_KEY, raised);
    }
    return builder.build();
  }

  /** True when clients may know a lower floor only. */
  static boolean isRaised(TableDescriptor table) {
    return table.getValue(Floor.RAISED_KEY) != null;
  }

  /** When every client knows that floor. Another one may have been set meanwhile. */
  static TableDescriptor settled(TableDescriptor table, long known) {
    String mark = Long.toString(known);
    return mark.equals(table.getValue(Floor.RAISED_KEY))
        ? TableDescriptorBuilder.newBuilder(table).removeValue(Floor.RAISED_KEY).build()
        : table;
  }
}
