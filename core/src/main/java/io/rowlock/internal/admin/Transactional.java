package io.rowlock.internal.admin;

import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Changes a table's descriptor for {@code enable} and {@code disable}, step by step. Each step
 * leaves a descriptor unchanged that already contains it, and never lowers a floor.
 */
public final class Transactional {

  /** Part of HBase: the servers find it on their own class path. */
  public static final String ENDPOINT =
      "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  /** The key of the mark that enabling has added the endpoint. */
  public static final String ENDPOINT_KEY = "rowlock.endpoint";

  private static final String ADDED = "added";

  /**
   * The key of the mark that no commit may begin, because the table is being disabled; its value is
   * the time in milliseconds, which distinguishes two attempts. {@code internal.hbase} reads it.
   */
  public static final String DISABLING_KEY = "rowlock.disabling";

  private Transactional() {}

  /** Returns whether transactions may write to the table. */
  public static boolean isComplete(TableDescriptor table) {
    return TableRules.lockFamily(table) != null && Floor.of(table).isPresent();
  }

  /** Returns the result of all steps. */
  public static TableDescriptor of(TableDescriptor table, boolean regionCommit, long least) {
    return withFloor(prepared(table, regionCommit), least, least);
  }

  /**
   * Returns the descriptor with the changes that require reopened regions. A floor without a lock
   * family is an old one, which writers have not respected since the locks were dropped: it does
   * not count until there is a new one.
   */
  public static TableDescriptor prepared(TableDescriptor table, boolean regionCommit) {
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
      builder.setCoprocessor(ENDPOINT).setValue(ENDPOINT_KEY, ADDED);
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
  public static TableDescriptor withFloor(TableDescriptor table, long least, long first) {
    OptionalLong floor = Floor.of(table);
    long lowest = Math.max(least, floor.isPresent() ? 0 : first);
    if (floor.isPresent() && floor.getAsLong() >= lowest) {
      return table;
    }
    String text = Long.toString(Math.max(lowest, Floor.lowest(table)));
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    if (floor.isPresent() || isRaised(table)) {
      builder.setValue(Floor.RAISED_KEY, text);
    }
    return builder.setValue(Floor.KEY, text).build();
  }

  /** Returns the descriptor of a table that no client can know. */
  public static TableDescriptor asNew(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table)
        .removeValue(Bytes.toBytes(Floor.RAISED_KEY))
        .removeValue(Bytes.toBytes(DISABLING_KEY))
        .build();
  }

  /** Returns whether no commit may begin, because the table is being disabled. */
  public static boolean isClosed(TableDescriptor table) {
    return table.getValue(DISABLING_KEY) != null;
  }

  /**
   * Returns the mark that distinguishes one closing of the table from another; empty if it is open.
   */
  public static Optional<String> mark(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(DISABLING_KEY));
  }

  /** Returns the descriptor of a table on which no commit may begin. */
  public static TableDescriptor closed(TableDescriptor table, long now) {
    return isClosed(table) || isPlain(table)
        ? table
        : TableDescriptorBuilder.newBuilder(table)
            .setValue(DISABLING_KEY, Long.toString(now))
            .build();
  }

  /** Returns whether the table contains nothing that enabling has added. */
  public static boolean isPlain(TableDescriptor table) {
    return plain(table).equals(table);
  }

  /** Returns whether enabling has added the endpoint, and not the table's owner. */
  public static boolean hasOwnEndpoint(TableDescriptor table) {
    return ADDED.equals(table.getValue(ENDPOINT_KEY)) && table.hasCoprocessor(ENDPOINT);
  }

  /** Returns the descriptor without everything that enabling has added. */
  public static TableDescriptor plain(TableDescriptor table) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    if (TableRules.lockFamily(table) != null) {
      builder.removeColumnFamily(LockColumn.family());
    }
    if (hasOwnEndpoint(table)) {
      builder.removeCoprocessor(ENDPOINT);
    }
    for (String key : List.of(Floor.KEY, Floor.RAISED_KEY, ENDPOINT_KEY, DISABLING_KEY)) {
      builder.removeValue(Bytes.toBytes(key));
    }
    return builder.build();
  }

  /** Returns whether clients may know a lower floor only. */
  public static boolean isRaised(TableDescriptor table) {
    return table.getValue(Floor.RAISED_KEY) != null;
  }

  /**
   * Returns the descriptor after every client knows that floor. A new one may have been set
   * meanwhile.
   */
  public static TableDescriptor settled(TableDescriptor table, long known) {
    String mark = Long.toString(known);
    return mark.equals(table.getValue(Floor.RAISED_KEY))
        ? TableDescriptorBuilder.newBuilder(table).removeValue(Floor.RAISED_KEY).build()
        : table;
  }
}
