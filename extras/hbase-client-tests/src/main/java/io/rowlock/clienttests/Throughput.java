package io.rowlock.clienttests;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.PerformanceEvaluation;

/**
 * Measures operations of HBase's own PerformanceEvaluation, unmodified, with one thread: on HBase's
 * connection and on Rowlock's in turns, on the same servers, which run in this JVM.
 */
final class Throughput {

  private static final List<Operation> OPERATIONS =
      List.of(
          new Operation("buffered puts", 40_000, "sequentialWrite"),
          new Operation("put", 8_000, "--autoFlush=true", "randomWrite"),
          new Operation(
              "put(List) of 50", 40_000, "--multiPut=50", "--autoFlush=true", "randomWrite"),
          new Operation("get", 10_000, "randomRead"),
          new Operation("get(List) of 50", 40_000, "--multiGet=50", "randomRead"),
          new Operation("scan", 40_000, "scan"),
          new Operation("scan of 100 rows", 1_000, "scanRange100"),
          new Operation("increment", 8_000, "increment"),
          new Operation("append", 8_000, "append"),
          new Operation("checkAndPut", 4_000, "checkAndPut"),
          new Operation("checkAndMutate", 4_000, "checkAndMutate"));

  /** An operation, with the arguments that choose it. */
  private record Operation(String name, int rows, List<String> choice) {

    Operation(String name, int rows, String... choice) {
      this(name, rows, List.of(choice));
    }

    String[] arguments(String table) {
      Stream<String> common = Stream.of("--nomapred", "--rows=" + rows, "--table=" + table);
      return Stream.of(common, choice.stream(), Stream.of("1"))
          .flatMap(each -> each)
          .toArray(String[]::new);
    }
  }

  private final Configuration plain;
  private final Configuration rowlock;
  private final Timings timings = Timings.listen();

  private Throughput(Configuration plain) {
    this.plain = plain;
    this.rowlock = new Configuration(plain);
    rowlock.addResource("rowlock/hbase-site.xml");
  }

  /**
   * Measures, and prints a line for each operation.
   *
   * @param arguments the number of rounds, and the file to which the table is written
   */
  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    HBaseTestingUtility hbase = new HBaseTestingUtility();
    hbase.startMiniCluster(1);
    try (PrintStream file = new PrintStream(arguments[1], "UTF-8")) {
      new Throughput(hbase.getConfiguration()).measure(rounds, file);
    }
    System.exit(0); // threads of the cluster may be left
  }

  private void measure(int rounds, PrintStream file) throws Exception {
    List<List<double[]>> results = new ArrayList<>();
    OPERATIONS.forEach(operation -> results.add(new ArrayList<>()));
    for (int round = 0; round <= rounds; round++) {
      for (int i = 0; i < OPERATIONS.size(); i++) {
        double[] rates = round(OPERATIONS.get(i), round);
        if (round > 0) { // the first one warms up, and creates the tables
          results.get(i).add(rates);
        }
      }
      System.err.println("round " + round + " of " + rounds + " done");
    }
    print(file, "%-18s %12s %12s %8s %s%n", "operation", "plain/s", "rowlock/s", "ratio", "spread");
    for (int i = 0; i < OPERATIONS.size(); i++) {
      print(file, OPERATIONS.get(i).name(), results.get(i));
    }
  }

  /** Returns operations per second, first on plain, in an order that changes. */
  private double[] round(Operation operation, int round) throws Exception {
    double[] rates = new double[2];
    for (int turn = 0; turn < 2; turn++) {
      int mode = (turn + round) % 2;
      Configuration configuration = new Configuration(mode == 0 ? plain : rowlock);
      String table = mode == 0 ? "plain" : "rowlock";
      new PerformanceEvaluation(configuration).run(operation.arguments(table));
      rates[mode] = operation.rows() * 1_000.0 / timings.lastMillis();
    }
    return rates;
  }

  private static void print(PrintStream file, String name, List<double[]> rounds) {
    double[] ratios = rounds.stream().mapToDouble(rates -> rates[1] / rates[0]).sorted().toArray();
    print(
        file,
        "%-18s %12.0f %12.0f %8.2f %.2f..%.2f%n",
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
