package io.rowlock.it.history;

import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/**
 * Creates the tables of {@link Keys} and defines their columns.
 *
 * <p>A list keeps only its last version, a register all of them. The data of a transaction has its
 * commit timestamp, and the commit timestamps of a row strictly grow. The versions are therefore
 * the order of the writes, and show a lost or duplicated write.
 *
 * <p>So transactions that append to a list without reading it can commit as one, and those that
 * write a register cannot: its family keeps each of their cells.
 */
public final class HistoryTables {

  static final byte[] LISTS = Bytes.toBytes("l");
  static final byte[] REGISTERS = Bytes.toBytes("r");
  static final byte[] V = Bytes.toBytes("v");

  private static final Splitter ELEMENTS = Splitter.on(' ').omitEmptyStrings();

  private HistoryTables() {}

  /** Creates two transactional tables of four regions each, whose names start with the prefix. */
  public static List<TableName> create(Connection connection, String prefix) throws IOException {
    List<TableName> names = Stream.of("a", "b").map(s -> TableName.valueOf(prefix + s)).toList();
    byte[][] splitKeys = Stream.of("1", "2", "3").map(Bytes::toBytes).toArray(byte[][]::new);
    for (TableName name : names) {
      TransactionAdmin.create(connection)
          .createTable(
              TableDescriptorBuilder.newBuilder(name)
                  .setColumnFamily(family(LISTS, 1))
                  .setColumnFamily(family(REGISTERS, Integer.MAX_VALUE))
                  .build(),
              splitKeys);
    }
    return names;
  }

  private static ColumnFamilyDescriptor family(byte[] name, int versions) {
    return ColumnFamilyDescriptorBuilder.newBuilder(name).setMaxVersions(versions).build();
  }

  static byte[] cell(long value) {
    return Bytes.toBytes(value + " ");
  }

  /** Returns the elements of a list; empty if there is none. */
  static List<Long> list(Result result) {
    byte[] value = result.getValue(LISTS, V);
    return value == null
        ? List.of()
        : ELEMENTS.splitToStream(Bytes.toString(value)).map(Long::valueOf).toList();
  }

  /** Returns the value of a register; null if there is none. */
  static Long register(Result result) {
    byte[] value = result.getValue(REGISTERS, V);
    return value == null ? null : value(value);
  }

  static long value(byte[] cell) {
    return Long.parseLong(Bytes.toString(cell).trim());
  }
}
