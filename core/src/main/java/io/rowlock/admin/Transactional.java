package io.rowlock.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Changes a table's descriptor for {@code enable}, step by step. Each step leaves a descriptor
 * unchanged that already contains it, and never lowers a floor.
 */
final class Transactional {

  /** Part of HBase: the servers find it on their own class path. */
  static final String ENDPOINT = "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  private Transactional() {}

  /** Returns whether transactions may write to the table. */
  static boolean isComplete(TableDescriptor table) {
    return TableRules.lockFamily(table) != null && Floor.of(table).isPresent();
  }

  /** Returns the result of all steps. */
  static TableDescriptor of(TableDescriptor table, boolean regionCommit, long least) {
    return withFloor(prepared(table, regionCommit), least, least);
  }

  /**
   * Returns the descriptor with the changes that require reopened regions. A floor without a lock
   * family is an old one, which writers have not respected since the locks were dropped: it does
   * not count until there is a new one.
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
   * Returns the descriptor with a floor.
   *
   * @param least the lowest allowed floor
   * @param first whether also a table without a floor gets one
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

  /** Returns the descriptor of a table that no client can know. */
  static TableDescriptor asNew(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table)
        .removeValue(Bytes.toBytes(Floor.RAISED_KEY))
        .build();
  }

  /** Returns whether clients may know a lower floor only. */
  static boolean isRaised(TableDescriptor table) {
    return table.getValue(Floor.RAISED_KEY) != null;
  }

  /**
   * Returns the descriptor after every client knows that floor. A new one may have been set
   * meanwhile.
   */
  static TableDescriptor settled(TableDescriptor table, long known) {
    String mark = Long.toString(known);
    return mark.equals(table.getValue(Floor.RAISED_KEY))
        ? TableDescriptorBuilder.newBuilder(table).removeValue(Floor.RAISED_KEY).build()
        : table;
  }
}
