package io.rowlock.clienttests;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Measures calls on a table with one thread: through HBase's connection and through Rowlock's in
 * turns, on the same servers. PerformanceEvaluation cannot do that: it creates a table anew whose
 * number of families is not the one that it expects, and reads an empty one then.
 */
final class Throughput {
  private static final int WARM_UP_TURNS = 10;
  private static final int ROUNDS = 5;
  private static final double WINDOW_SECONDS = 2;

  private final Table plain;
  private final Table transactional;

  private Throughput(Table plain, Table transactional) {
    this.plain = plain;
    this.transactional = transactional;
  }

  /**
   * Measures, and prints a line for each kind of call.
   *
   * @param arguments the directory for calls.txt and summary.json; that of the configuration of
   *     running servers, without which they run in this JVM
   */
  public static void main(String[] arguments) throws Exception {
    Configuration servers = arguments.length > 1 ? running(Path.of(arguments[1])) : embedded();
    Configuration rowlock = new Configuration(servers);
    rowlock.addResource("rowlock/hbase-site.xml");
    try (Connection first = ConnectionFactory.createConnection(servers);
        Connection second = ConnectionFactory.createConnection(rowlock);
        Table plain = create(first, "calls_plain");
        Table transactional = create(second, "calls_rowlock")) {
      Throughput throughput = new Throughput(plain, transactional);
      throughput.measure(Path.of(arguments[0]));
      drop(first, plain.getName());
      drop(second, transactional.getName());
    }
    System.exit(0); // threads of the cluster may be left
  }

  private static Configuration running(Path directory) {
    Configuration configuration = HBaseConfiguration.create();
    configuration.addResource(
        new org.apache.hadoop.fs.Path(directory.resolve("hbase-site.xml").toUri()));
    return configuration;
  }

  private static Configuration embedded() throws Exception {
    HBaseTestingUtility hbase = new HBaseTestingUtility();
    hbase.startMiniCluster(1);
    return hbase.getConfiguration();
  }

  /** Creates the table anew. */
  private static Table create(Connection connection, String name) throws IOException {
    TableName table = TableName.valueOf(name);
    drop(connection, table);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(CallKind.FAMILY))
              .build());
    }
    return connection.getTable(table);
  }

  private static void drop(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(table)) {
        admin.disableTable(table);
        admin.deleteTable(table);
      }
    }
  }

  private void measure(Path directory) throws IOException {
    CallKind.load(plain);
    CallKind.load(transactional);
    List<CallFigures> all = new ArrayList<>();
    try (PrintStream file = new PrintStream(directory.resolve("calls.txt").toFile(), "UTF-8")) {
      print(file, CallFigures.HEAD);
      for (CallKind kind : CallKind.ALL) {
        CallFigures figures = measure(kind);
        all.add(figures);
        print(file, figures.line());
      }
    }
    Files.writeString(directory.resolve("summary.json"), CallFigures.json(all));
  }

  private CallFigures measure(CallKind kind) throws IOException {
    for (int turn = 0; turn < WARM_UP_TURNS; turn++) {
      perSecond(kind, plain, 1);
      perSecond(kind, transactional, 1);
    }
    CallFigures figures = new CallFigures(kind);
    for (int round = 0; round < ROUNDS; round++) {
      long compiled = CallFigures.compiledMillis();
      long begun = System.nanoTime();
      boolean isPlainFirst = round % 2 == 0;
      double first = perSecond(kind, isPlainFirst ? plain : transactional, WINDOW_SECONDS);
      double second = perSecond(kind, isPlainFirst ? transactional : plain, WINDOW_SECONDS);
      double compiling = CallFigures.compiledMillis() - compiled;
      figures.add(
          isPlainFirst ? first : second,
          isPlainFirst ? second : first,
          compiling * 1e9 / (System.nanoTime() - begun));
    }
    return figures;
  }

  private static double perSecond(CallKind kind, Table table, double seconds) throws IOException {
    long begun = System.nanoTime();
    int calls = 0;
    double spent = 0;
    while (spent < seconds) {
      kind.call().on(table, calls++);
      spent = (System.nanoTime() - begun) / 1e9;
    }
    return calls / spent;
  }

  private static void print(PrintStream file, String line) {
    System.out.println(line);
    file.println(line);
  }
}
