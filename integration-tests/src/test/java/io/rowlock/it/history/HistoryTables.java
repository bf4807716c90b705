package io.rowlock.it.history;

import com.google.common.base.Splitter;
import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Makes the tables of {@link Keys} and knows their columns.
 *
 * <p>Of a list only the last version is kept. Of a register all are: a transaction's data is
 * written at its commit timestamp, and those of one row strictly grow, so that the versions are the
 * order of the writes, and a write that is lost or doubled is not among them or too many.
 */
public final class HistoryTables {

  static final byte[] LISTS = Bytes.toBytes("l");
  static final byte[] REGISTERS = Bytes.toBytes("r");
  static final byte[] V = Bytes.toBytes("v");

  private static final Splitter ELEMENTS = Splitter.on(' ').omitEmptyStrings();

  private HistoryTables() {}

  /** Two transactional tables of four regions each, whose names begin so. */
  public static List<TableName> create(Connection connection, String prefix) throws IOException {
    List<TableName> names = Stream.of("a", "b").map(s -> TableName.valueOf(prefix + s)).toList();
    byte[][] splitKeys = Stream.of("1", "2", "3").map(Bytes::toBytes).toArray(byte[][]::new);
    for (TableName name : names) {
      TransactionAdmin.create(connection)
          .createTable(
              TableDescriptorBuilder.newBuilder(name)
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of(LISTS))
                  .setColumnFamily(
                      ColumnFamilyDescriptorBuilder.newBuilder(REGISTERS)
                          .setMaxVersions(Integer.MAX_VALUE)
                          .build())
                  .build(),
              splitKeys);
    }
    return names;
  }

  static byte[] cell(long value) {
    return Bytes.toBytes(value + " ");
  }

  /** The elements of a list; empty where there is none. */
  static List<Long> list(Result result) {
    byte[] value = result.getValue(LISTS, V);
    return value == null
        ? List.of()
        : ELEMENTS.splitToStream(Bytes.toString(value)).map(Long::valueOf).toList();
  }

  /** The value of a register; null where there is none. */
  static Long register(Result result) {
    byte[] value = result.getValue(REGISTERS, V);
    return value == null ? null : value(value);
  }

  static long value(byte[] cell) {
    return Long.parseLong(Bytes.toString(cell).trim());
  }
}
