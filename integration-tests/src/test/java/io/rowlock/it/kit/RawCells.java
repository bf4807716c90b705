package io.rowlock.it.kit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * All cells of a flushed table: all versions and delete markers, with timestamps and values. A
 * server may flush at any moment, and then drops hidden versions.
 */
public final class RawCells {

  private RawCells() {}

  public static List<String> of(Connection connection, TableName name) throws IOException {
    List<String> cells = new ArrayList<>();
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      admin.flush(name);
      for (Result row : Rows.scan(table, new Scan().setRaw(true).readAllVersions())) {
        for (Cell cell : row.rawCells()) {
          cells.add(cell + "=" + Bytes.toHex(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }
}
