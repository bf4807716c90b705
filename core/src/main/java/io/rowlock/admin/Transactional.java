package io.rowlock.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

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

  /**
   * With what regions have to be reopened for. A floor without a lock family is of old, and nobody
   * has kept above it since the locks were dropped: it is none until there is a new one.
   */
  static TableDescriptor prepared(TableDescriptor table, boolean regionCommit) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    if (TableRules.lockFamily(table) == null) {
      builder.setColumnFamily(LockFamily.describe());
      putFloorAside(table, builder);
    }
    if (regionCommit && !table.hasCoprocessor(ENDPOINT)) {
      addEndpoint(builder);
    }
    return builder.build();
  }

  private static void putFloorAside(TableDescriptor table, TableDescriptorBuilder builder) {
    if (table.getValue(Floor.KEY) != null) {
      builder.removeValue(Bytes.toBytes(Floor.KEY));
      builder.setValue(Floor.RAISED_KEY, Long.toString(Floor.lowest(table)));
    }
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
    OptionalLong floor = Floor.of(table);
    long wanted = Math.max(least, floor.isPresent() ? 0 : first);
    if (floor.isPresent() && floor.getAsLong() >= wanted) {
      return table;
    }
    String text = Long.toString(Math.max(wanted, Floor.lowest(table)));
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    if (floor.isPresent() || isRaised(table)) {
      builder.setValue(Floor.RAISED_KEY, text);
    }
    return builder.setValue(Floor.KEY, text).build();
  }

  /** The descriptor of a table that no client can know. */
  static TableDescriptor asNew(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table)
        .removeValue(Bytes.toBytes(Floor.RAISED_KEY))
        .build();
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
