package io.rowlock.stress;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** The rows of a round: each contains a list of tokens, and their number. */
final class Lists {

  static final TableName TABLE = TableName.valueOf("lists");
  static final String FAMILY = "f";
  static final int ROWS = 5;

  private static final byte[] F = Bytes.toBytes(FAMILY);
  private static final byte[] TOKENS = Bytes.toBytes("tokens");
  private static final byte[] NUMBER = Bytes.toBytes("number");

  private Lists() {}

  static String key(int row) {
    return "row" + row;
  }

  private static byte[] bytes(int row) {
    return Bytes.toBytes(key(row));
  }

  static Get get(int row) {
    return new Get(bytes(row));
  }

  static byte[] start(int row) {
    return bytes(row);
  }

  static Append append(int row, long token) {
    return new Append(bytes(row))
        .addColumn(F, TOKENS, Bytes.toBytes(token))
        .setReturnResults(false);
  }

  static Increment count(int row) {
    return new Increment(bytes(row)).addColumn(F, NUMBER, 1).setReturnResults(false);
  }

  /** Replaces the list by one with one more token. */
  static Put put(int row, Result before, long token) {
    byte[] list = before.getValue(F, TOKENS);
    byte[] added = Bytes.add(list == null ? new byte[0] : list, Bytes.toBytes(token));
    return new Put(bytes(row)).addColumn(F, TOKENS, added);
  }

  static List<Long> tokens(Result result) {
    List<Long> tokens = new ArrayList<>();
    byte[] list = result.getValue(F, TOKENS);
    ByteBuffer rest = ByteBuffer.wrap(list == null ? new byte[0] : list);
    while (rest.hasRemaining()) {
      tokens.add(rest.getLong());
    }
    return tokens;
  }

  static long number(Result result) {
    byte[] number = result.getValue(F, NUMBER);
    return number == null ? 0 : Bytes.toLong(number);
  }
}
