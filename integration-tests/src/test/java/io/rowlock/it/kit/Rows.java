package io.rowlock.it.kit;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Abbreviations for rows with one value, in the column f:v. */
public final class Rows {

  public static final byte[] V = Bytes.toBytes("v");

  /** The column of numbers in the family g. */
  public static final byte[] N = Bytes.toBytes("n");

  private Rows() {}

  public static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  public static Put put(String row, String value) {
    return new Put(bytes(row)).addColumn(F, V, bytes(value));
  }

  public static Put put(String row, long value) {
    return new Put(bytes(row)).addColumn(F, V, Bytes.toBytes(value));
  }

  public static Get get(String row) {
    return new Get(bytes(row));
  }

  public static Delete delete(String row) {
    return new Delete(bytes(row));
  }

  /** Returns the value of a row as text; null if there is none. */
  public static String text(Table table, String row) throws IOException {
    return text(table.get(get(row)));
  }

  public static String text(Result result) {
    return Bytes.toString(result.getValue(F, V));
  }

  /** Returns the value of a row as a number; 0 if there is none. */
  public static long number(Table table, String row) throws IOException {
    return number(table.get(get(row)));
  }

  public static long number(Result result) {
    byte[] value = result.getValue(F, V);
    return value == null ? 0 : Bytes.toLong(value);
  }

  /** Returns all rows of a scan. */
  public static List<Result> scan(Table table, Scan scan) throws IOException {
    List<Result> found = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      // The iterator would wrap failures in another exception.
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        found.add(row);
      }
    }
    return found;
  }

  /** Returns key, f:v as text and g:n as a number of each row. */
  public static List<String> contents(Table table) throws IOException {
    List<String> contents = new ArrayList<>();
    for (Result row : scan(table, new Scan().addFamily(F).addFamily(G))) {
      byte[] number = row.getValue(G, N);
      contents.add(
          Bytes.toString(row.getRow())
              + " "
              + text(row)
              + " "
              + (number == null ? "-" : String.valueOf(Bytes.toLong(number))));
    }
    return contents;
  }

  /** Returns the keys of all rows of a scan, in its order. */
  public static List<String> keys(Table table, Scan scan) throws IOException {
    return scan(table, scan).stream().map(result -> Bytes.toString(result.getRow())).toList();
  }

  /** Returns a scan from {@code start} to before {@code stop}. */
  public static Scan range(String start, String stop) {
    return new Scan().withStartRow(bytes(start)).withStopRow(bytes(stop));
  }
}
