package io.rowlock.clienttests;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Measures calls on a table with one thread: through HBase's connection and through Rowlock's in
 * turns, on the same servers, which run in this JVM. PerformanceEvaluation cannot do that: it
 * creates a table anew whose number of families is not the one that it expects, and reads an empty
 * one then.
 */
final class Throughput {

  private static final byte[] FAMILY = toBytes("f");
  private static final byte[] QUALIFIER = toBytes("q");
  private static final int ROWS = 5_000;
  private static final int PART = 50;

  /** A call; the number selects its rows. */
  @FunctionalInterface
  private interface Call {
    void on(Table table, int number) throws IOException;
  }

  /** An operation, and how many calls are measured. */
  private record Operation(String name, int calls, Call call) {}

  private static final List<Operation> OPERATIONS =
      List.of(
          new Operation("put", 3_000, (table, i) -> table.put(put(i))),
          new Operation("put(List) of 50", 200, (table, i) -> table.put(part(i, Throughput::put))),
          new Operation("get", 3_000, (table, i) -> require(!table.get(get(i)).isEmpty())),
          new Operation(
              "get(List) of 50",
              200,
              (table, i) -> require(table.get(part(i, Throughput::get)).length == PART)),
          new Operation("scan of 5,000", 10, (table, i) -> require(count(table) >= ROWS)),
          new Operation(
              "increment",
              2_000,
              (table, i) ->
                  table.increment(
                      new Increment(toBytes("n" + i % ROWS)).addColumn(FAMILY, QUALIFIER, 1))),
          new Operation(
              "append",
              2_000,
              (table, i) ->
                  table.append(
                      new Append(toBytes("a" + i % ROWS)).addColumn(FAMILY, QUALIFIER, QUALIFIER))),
          new Operation(
              "checkAndMutate",
              2_000,
              (table, i) ->
                  require(
                      table
                          .checkAndMutate(
                              CheckAndMutate.newBuilder(put(i).getRow())
                                  .ifEquals(FAMILY, QUALIFIER, value())
                                  .build(put(i)))
                          .isSuccess())));

  private Throughput() {}

  private static byte[] value() {
    return new byte[100];
  }

  private static Put put(int number) {
    return new Put(toBytes("r" + number % ROWS)).addColumn(FAMILY, QUALIFIER, value());
  }

  private static Get get(int number) {
    return new Get(toBytes("r" + number % ROWS));
  }

  private static <T> List<T> part(int number, IntFunction<T> row) {
    return new ArrayList<>(
        IntStream.range(number * PART, (number + 1) * PART).mapToObj(row).toList());
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

  /**
   * Measures, and prints a line for each operation.
   *
   * @param arguments the number of rounds, and the file to which the table is written
   */
  public static void main(String[] arguments) throws Exception {
    HBaseTestingUtility hbase = new HBaseTestingUtility();
    hbase.startMiniCluster(1);
    Configuration rowlock = new Configuration(hbase.getConfiguration());
    rowlock.addResource("rowlock/hbase-site.xml");
    hbase.createTable(TableName.valueOf("plain"), FAMILY);
    hbase.createTable(TableName.valueOf("rowlock"), FAMILY);
    try (Connection first = ConnectionFactory.createConnection(hbase.getConfiguration());
        Connection second = ConnectionFactory.createConnection(rowlock);
        Table plain = first.getTable(TableName.valueOf("plain"));
        Table transactional = second.getTable(TableName.valueOf("rowlock"));
        PrintStream file = new PrintStream(arguments[1], "UTF-8")) {
      measure(List.of(plain, transactional), Integer.parseInt(arguments[0]), file);
    }
    System.exit(0); // threads of the cluster may be left
  }

  private static void measure(List<Table> tables, int rounds, PrintStream file) throws IOException {
    for (Table table : tables) {
      for (int i = 0; i < ROWS / PART; i++) {
        table.put(part(i, Throughput::put));
      }
    }
    print(file, "%-18s %12s %12s %8s %s%n", "operation", "plain/s", "rowlock/s", "ratio", "spread");
    for (Operation operation : OPERATIONS) {
      List<double[]> results = new ArrayList<>();
      for (int round = -2; round < rounds; round++) { // the first two warm up
        double[] rates = round(operation, tables, Math.abs(round) % 2);
        if (round >= 0) {
          results.add(rates);
        }
      }
      print(file, operation.name(), results);
    }
  }

  /** Returns calls per second, first those of plain; the order alternates. */
  private static double[] round(Operation operation, List<Table> tables, int first)
      throws IOException {
    double[] rates = new double[2];
    for (int turn = 0; turn < 2; turn++) {
      int which = (first + turn) % 2;
      long begun = System.nanoTime();
      for (int i = 0; i < operation.calls(); i++) {
        operation.call().on(tables.get(which), i);
      }
      rates[which] = operation.calls() * 1e9 / (System.nanoTime() - begun);
    }
    return rates;
  }

  private static void print(PrintStream file, String name, List<double[]> rounds) {
    double[] ratios = rounds.stream().mapToDouble(rates -> rates[1] / rates[0]).sorted().toArray();
    print(
        file,
        "%-18s %12.1f %12.1f %8.2f %.2f..%.2f%n",
        name,
        median(rounds.stream().mapToDouble(rates -> rates[0])),
        median(rounds.stream().mapToDouble(rates -> rates[1])),
        median(Arrays.stream(ratios)),
        ratios[0],
        ratios[ratios.length - 1]);
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static void print(PrintStream file, String format, Object... values) {
    System.out.printf(format, values);
    file.printf(format, values);
  }
}
