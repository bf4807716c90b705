package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What locks add to the bytes that TPC-C writes and keeps; prints the tables of
 * docs/engineering/bytes.md, and compares them with it.
 */
@Tag("verify-all")
class WrittenBytesIT {
  private static final Origin ORIGIN = Origin.of(new Scale(2, 200, 30), 3, 1_700_000_000_000L);
  private static final byte[] LOCK_FAMILY = Bytes.toBytes("_lock");

  /** Whole decks of 23. */
  private static final int TRANSACTIONS = 20 * 23;

  private static final double NEARLY = 0.05;

  private static EmbeddedHBase hbase;
  private static Connection connection;

  static List<Layout> layouts() {
    return Layout.all();
  }

  @BeforeAll
  static void start() throws IOException {
    hbase = EmbeddedHBase.start();
    connection = hbase.connect();
  }

  @AfterAll
  static void stop() throws IOException {
    connection.close();
    hbase.close();
  }

  /** Plain HBase first, as its writes after Rowlock's would stay below those for a minute. */
  @ParameterizedTest
  @MethodSource("layouts")
  void locksAddNoSecondCopyOfTheDataAtRest(Layout layout) throws IOException {
    new Loader(connection, new QuietProgress()).load(layout, ORIGIN, 2);
    Script script = new Script(ORIGIN, layout);
    LoggedCells plain = logged(layout, Mode.RAW_BATCHED, script);
    LoggedCells transactions = logged(layout, Mode.TX, script);
    Kept kept = kept(layout);
    List<String> rows =
        List.of(
            plain.row(layout, Mode.RAW_BATCHED, TRANSACTIONS) + " 1 |",
            transactions.row(layout, Mode.TX, TRANSACTIONS)
                + " %.1f |".formatted((double) transactions.bytes() / plain.bytes()),
            "| `%s` | %s".formatted(layout.name(), kept.row()));
    rows.forEach(System.out::println);
    TpccTables.of(connection, layout, ORIGIN.scale().warehouses()).drop();

    assertThat(rows).allSatisfy(WrittenBytesIT::isOnThePage);
    assertThat(plain.lockBytes()).isZero();
    assertThat(transactions.dataBytes()).isBetween(plain.dataBytes() / 2, plain.dataBytes() * 2);
    assertThat(transactions.lockBytes()).isPositive();
    assertThat(kept.lockBytes() / kept.rows()).as("bytes of a lock at rest").isLessThan(100);
  }

  private static void isOnThePage(String row) throws IOException {
    String name = row.replaceAll("\\| [0-9].*", "| ");
    assertThat(Files.readAllLines(Path.of("../docs/engineering/bytes.md")))
        .filteredOn(line -> line.matches(Pattern.quote(name) + "[0-9].*"))
        .singleElement()
        .satisfies(
            line ->
                assertThat(numbers(line))
                    .usingComparatorForType(WrittenBytesIT::compareNearly, Double.class)
                    .containsExactlyElementsOf(numbers(row)));
  }

  private static List<Double> numbers(String row) {
    return Pattern.compile(" ([0-9][0-9.,]*) ")
        .matcher(row)
        .results()
        .map(found -> Double.valueOf(found.group(1).replace(",", "")))
        .toList();
  }

  private static int compareNearly(double a, double b) {
    return Math.abs(a - b) <= NEARLY * Math.max(a, b) ? 0 : Double.compare(a, b);
  }

  private static LoggedCells logged(Layout layout, Mode mode, Script script) throws IOException {
    LoggedCells cells = new LoggedCells();
    WAL log = log();
    log.registerWALActionsListener(cells);
    try (Client client =
        Client.open(mode, hbase.configuration(), layout, RetryPolicy.ofDefaults())) {
      for (int i = 0; i < TRANSACTIONS; i++) {
        var unused = script.next(client);
      }
      client.settle();
    } finally {
      log.unregisterWALActionsListener(cells);
    }
    return cells;
  }

  /** The only log of the only server, except that of hbase:meta. */
  private static WAL log() throws IOException {
    TableName any = TableName.valueOf("any");
    return hbase
        .utility()
        .getHBaseCluster()
        .getRegionServer(0)
        .getWAL(RegionInfoBuilder.newBuilder(any).build());
  }

  private static Kept kept(Layout layout) throws IOException {
    Kept kept = new Kept(0, 0, 0, 0);
    for (TablePlan plan : layout.tables(ORIGIN.scale().warehouses(), 1)) {
      Scan scan = new Scan().addFamily(BenchTable.FAMILY).addFamily(LOCK_FAMILY);
      try (Table table = connection.getTable(plan.name());
          ResultScanner rows = table.getScanner(scan)) {
        for (Result row : rows) {
          kept = kept.and(row);
        }
      }
    }
    return kept;
  }

  /** Rows that have a lock, with the sizes of their cells. */
  private record Kept(long rows, long dataBytes, long lockBytes, long largest) {
    Kept and(Result row) {
      long lock = 0;
      long data = 0;
      for (Cell cell : row.listCells()) {
        if (CellUtil.matchingFamily(cell, LOCK_FAMILY)) {
          lock += cell.getSerializedSize();
        } else {
          data += cell.getSerializedSize();
        }
      }
      return lock == 0
          ? this
          : new Kept(rows + 1, dataBytes + data, lockBytes + lock, Math.max(largest, lock));
    }

    String row() {
      return "%d | %d | %d | %d |".formatted(rows, dataBytes / rows, lockBytes / rows, largest);
    }
  }
}
