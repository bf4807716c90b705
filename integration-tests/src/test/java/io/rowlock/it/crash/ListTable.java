package io.rowlock.it.crash;

import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/**
 * A table of lists of numbers, one list in each row; a list is text, so that it can be appended to.
 */
final class ListTable {

  static final TableName NAME = TableName.valueOf("crash-test");

  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] LIST = Bytes.toBytes("list");
  private static final char END = ',';

  /** The position after all lists. */
  private static final String LAST = "list-~";

  private ListTable() {}

  /** Creates several regions, so that most transactions involve several servers. */
  static void create(Connection connection, int slots, int regions) throws IOException {
    byte[][] splits =
        IntStream.range(1, regions)
            .mapToObj(region -> Bytes.toBytes(ListKey.prefix(region * slots / regions)))
            .toArray(byte[][]::new);
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(NAME)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build(),
            splits);
  }

  static List<Long> read(Table table, String key) throws IOException {
    return list(table.get(new Get(Bytes.toBytes(key)).addFamily(FAMILY)));
  }

  /** Returns the lists of a range, without the absent ones. */
  static Map<String, List<Long>> scan(Table table, String from, String to) throws IOException {
    Map<String, List<Long>> lists = new TreeMap<>();
    Scan scan = new Scan().addFamily(FAMILY);
    scan.withStartRow(Bytes.toBytes(from)).withStopRow(Bytes.toBytes(to));
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        lists.put(Bytes.toString(row.getRow()), list(row));
      }
    }
    return lists;
  }

  /** Returns all lists. */
  static Map<String, List<Long>> scan(Table table) throws IOException {
    return scan(table, "", LAST);
  }

  /** Writes the list with one more element. */
  static void write(Table table, String key, List<Long> before, long element) throws IOException {
    StringBuilder list = new StringBuilder();
    before.forEach(old -> list.append(old).append(END));
    list.append(element).append(END);
    table.put(new Put(Bytes.toBytes(key)).addColumn(FAMILY, LIST, Bytes.toBytes(list.toString())));
  }

  /** Adds an element without reading the list. */
  static void append(Table table, String key, long element) throws IOException {
    Append append = new Append(Bytes.toBytes(key)).setReturnResults(false);
    append.addColumn(FAMILY, LIST, Bytes.toBytes(Long.toString(element) + END));
    Result unused = table.append(append);
  }

  private static List<Long> list(Result row) {
    byte[] text = row.getValue(FAMILY, LIST);
    List<Long> list = new ArrayList<>();
    if (text != null) {
      for (String element : Splitter.on(END).omitEmptyStrings().split(Bytes.toString(text))) {
        list.add(Long.parseLong(element));
      }
    }
    return list;
  }
}
