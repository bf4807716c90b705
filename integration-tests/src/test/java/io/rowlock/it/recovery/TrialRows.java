package io.rowlock.it.recovery;

import static io.rowlock.it.kit.TestTables.F;

import io.rowlock.it.kit.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of one trial, in a table or in a transaction's view of it; no other trial uses them. The
 * first letter of a name determines the region.
 */
record TrialRows(int trial, Table table) {

  /** The names of all rows of a trial. */
  static final List<String> NAMES = List.of("a", "b", "c", "m", "m1", "m2", "m3", "r", "y", "z");

  byte[] key(String name) {
    return Bytes.toBytes("%s-%06d-%s".formatted(name.charAt(0), trial, name));
  }

  void get(String name) throws IOException {
    Result unused = table.get(new Get(key(name)));
  }

  void scan(String first, String stop) throws IOException {
    List<Result> unused =
        Rows.scan(table, new Scan().withStartRow(key(first)).withStopRow(key(stop)));
  }

  void put(String name, String column, String value) throws IOException {
    table.put(new Put(key(name)).addColumn(F, Bytes.toBytes(column), toBytes(value)));
  }

  void putIfEqual(String name, String column, String expected, String value) throws IOException {
    byte[] qualifier = Bytes.toBytes(column);
    Put put = new Put(key(name)).addColumn(F, qualifier, toBytes(value));
    table.checkAndMutate(
        CheckAndMutate.newBuilder(key(name)).ifEquals(F, qualifier, toBytes(expected)).build(put));
  }

  void delete(String name) throws IOException {
    table.delete(new Delete(key(name)));
  }

  void deleteColumn(String name, String column) throws IOException {
    table.delete(new Delete(key(name)).addColumns(F, Bytes.toBytes(column)));
  }

  /** Increments blindly, because the result is not used. */
  void increment(String name, String column) throws IOException {
    table.increment(
        new Increment(key(name)).addColumn(F, Bytes.toBytes(column), 1).setReturnResults(false));
  }

  /** Returns a get for each row. */
  List<Get> gets() {
    return NAMES.stream().map(name -> new Get(key(name)).addFamily(F)).toList();
  }

  /** Returns values by row and column, from the answers to {@link #gets}. */
  static Map<String, String> content(Result... results) {
    Map<String, String> content = new TreeMap<>();
    for (int i = 0; i < results.length; i++) {
      for (Cell cell : cells(results[i])) {
        content.put(
            NAMES.get(i) + "/" + Bytes.toString(CellUtil.cloneQualifier(cell)),
            Bytes.toStringBinary(CellUtil.cloneValue(cell)));
      }
    }
    return content;
  }

  Map<String, String> content() throws IOException {
    return content(table.get(gets()));
  }

  /** Returns every version of every cell and delete marker, locks included. */
  List<String> everything() throws IOException {
    return described(scan -> scan.setRaw(true).readAllVersions());
  }

  /** Returns the newest cells with timestamps, locks included. */
  List<String> newest() throws IOException {
    return described(scan -> scan);
  }

  private List<String> described(UnaryOperator<Scan> options) throws IOException {
    List<String> cells = new ArrayList<>();
    for (String name : NAMES) {
      Scan scan = new Scan().withStartRow(key(name)).withStopRow(key(name), true);
      for (Result row : Rows.scan(table, options.apply(scan))) {
        for (Cell cell : cells(row)) {
          cells.add(cell + " = " + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  private static Cell[] cells(Result row) {
    return row.isEmpty() ? new Cell[0] : row.rawCells();
  }

  private static byte[] toBytes(String binary) {
    return Bytes.toBytesBinary(binary);
  }
}
