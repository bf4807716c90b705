package io.rowlock.clienttests;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * A kind of call whose throughput is measured.
 *
 * @param goal the least throughput over the same call on HBase's connection; zero if there is none
 */
record CallKind(String name, double goal, Call call) {
  static final byte[] FAMILY = toBytes("f");
  private static final byte[] QUALIFIER = toBytes("q");
  private static final int ROWS = 5_000;
  private static final int PART = 50;

  /** A call; the number selects its rows. */
  @FunctionalInterface
  interface Call {
    void on(Table table, int number) throws IOException;
  }

  static final List<CallKind> ALL =
      List.of(
          new CallKind("put", 0.45, (table, i) -> table.put(put(i))),
          new CallKind("put(List) of 50", 0.45, (table, i) -> table.put(part(i, CallKind::put))),
          new CallKind("get", 0, (table, i) -> require(!table.get(get(i)).isEmpty())),
          new CallKind(
              "get(List) of 50",
              0,
              (table, i) -> require(table.get(part(i, CallKind::get)).length == PART)),
          new CallKind("scan of 5,000", 0.6, (table, i) -> require(count(table) >= ROWS)),
          new CallKind(
              "increment",
              0.5,
              (table, i) ->
                  table.increment(
                      new Increment(toBytes("n" + i % ROWS)).addColumn(FAMILY, QUALIFIER, 1))),
          new CallKind("append", 0, (table, i) -> require(!table.append(append(i)).isEmpty())),
          new CallKind(
              "checkAndMutate",
              0,
              (table, i) ->
                  require(
                      table
                          .checkAndMutate(
                              CheckAndMutate.newBuilder(put(i).getRow())
                                  .ifEquals(FAMILY, QUALIFIER, value())
                                  .build(put(i)))
                          .isSuccess())));

  /** Writes the rows that the calls find. */
  static void load(Table table) throws IOException {
    for (int i = 0; i < ROWS / PART; i++) {
      table.put(part(i, CallKind::put));
    }
  }

  private static byte[] value() {
    return new byte[100];
  }

  private static Put put(int number) {
    return new Put(toBytes("r" + number % ROWS)).addColumn(FAMILY, QUALIFIER, value());
  }

  private static Get get(int number) {
    return new Get(toBytes("r" + number % ROWS));
  }

  /** Appends nothing to a value, so that rows stay as long as they are. */
  private static Append append(int number) {
    return new Append(toBytes("r" + number % ROWS)).addColumn(FAMILY, QUALIFIER, new byte[0]);
  }

  private static <T> List<T> part(int number, IntFunction<T> row) {
    int first = number % (ROWS / PART) * PART;
    return new ArrayList<>(IntStream.range(first, first + PART).mapToObj(row).toList());
  }

  private static int count(Table table) throws IOException {
    int found = 0;
    try (ResultScanner rows = table.getScanner(new Scan())) {
      while (rows.next() != null) {
        found++;
      }
    }
    return found;
  }

  private static void require(boolean isGood) {
    if (!isGood) {
      throw new IllegalStateException("A call has returned something else than was written");
    }
  }
}
