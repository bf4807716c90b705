package io.rowlock.bench.profile;

import io.rowlock.TransactionAdmin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** The one table of all modes: with the lock family, split into regions of equal size, filled. */
final class ProfileTable {
  static final TableName NAME = TableName.valueOf("rowlock_bench_profile");
  static final byte[] FAMILY = bytes("d");
  static final int REGIONS = 4;
  static final int VALUE_BYTES = 100;
  private static final List<byte[]> COLUMNS = Stream.of("a", "b", "c").map(k -> bytes(k)).toList();
  private static final int BATCH = 1000;

  /** Marks tables that a benchmark made, and may therefore drop. */
  private static final String MARK = "ROWLOCK_BENCH";

  private ProfileTable() {}

  static byte[] key(int row) {
    byte[] key = new byte[8];
    int rest = row;
    for (int i = key.length - 1; i >= 0; i--) {
      key[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return key;
  }

  static List<byte[]> columns(int count) {
    return COLUMNS.subList(0, count);
  }

  /** Makes the table anew; refuses to touch one of this name that no benchmark made. */
  static void create(Connection connection, int rows) throws IOException {
    drop(connection);
    TransactionAdmin.create(connection).createTable(descriptor(), splits(rows));
  }

  static void drop(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(NAME)) {
        return;
      }
      if (admin.getDescriptor(NAME).getValue(MARK) == null) {
        throw new IOException(
            "There is a table " + NAME + " that no benchmark made; rename or drop it first");
      }
      if (admin.isTableEnabled(NAME)) {
        admin.disableTable(NAME);
      }
      admin.deleteTable(NAME);
    }
  }

  /** Fills every column of every row. */
  static void load(Connection connection, int rows, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (Table table = connection.getTable(NAME)) {
      for (int begin = 0; begin < rows; begin += BATCH) {
        List<Put> puts = new ArrayList<>();
        for (int row = begin; row < Math.min(rows, begin + BATCH); row++) {
          puts.add(filled(row, random));
        }
        table.put(puts);
      }
    }
  }

  private static Put filled(int row, SplittableRandom random) {
    Put put = new Put(key(row)).setDurability(Durability.SYNC_WAL);
    for (byte[] column : COLUMNS) {
      byte[] value = new byte[VALUE_BYTES];
      random.nextBytes(value);
      put.addColumn(FAMILY, column, value);
    }
    return put;
  }

  private static TableDescriptor descriptor() {
    return TableDescriptorBuilder.newBuilder(NAME)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
        .setDurability(Durability.SYNC_WAL)
        .setValue(MARK, "profile")
        .build();
  }

  private static byte[][] splits(int rows) {
    byte[][] splits = new byte[REGIONS - 1][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = key(Math.toIntExact((i + 1L) * rows / REGIONS));
    }
    return splits;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
