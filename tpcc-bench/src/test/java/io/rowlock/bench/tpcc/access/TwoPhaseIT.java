package io.rowlock.bench.tpcc.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.tpcc.access.Client.LockTimeoutException;
import io.rowlock.bench.tpcc.business.InputGenerator;
import io.rowlock.bench.tpcc.business.InputGenerator.InputRules;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.business.StockLevel;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Loader;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.QuietProgress;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.population.TpccTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mode 2pc among rivals, and with what a killed client leaves behind. */
@Tag("verify-all")
class TwoPhaseIT {
  private static final Layout LAYOUT = Layout.ONETABLE;
  private static final Origin ORIGIN = Origin.of(new Scale(2, 200, 30), 3, 1_700_000_000_000L);
  private static final int TERMINALS = 6;
  private static final int TRANSACTIONS = 40;

  private static EmbeddedHBase hbase;
  private static Connection connection;
  private static TableName table;

  @BeforeAll
  static void start() throws IOException {
    hbase = EmbeddedHBase.start();
    connection = hbase.connect();
    table = LAYOUT.table(Relation.WAREHOUSE);
    new Loader(connection, new QuietProgress()).load(LAYOUT, ORIGIN, 2);
  }

  @AfterAll
  static void stop() throws IOException {
    TpccTables.of(connection, LAYOUT, ORIGIN.scale().warehouses()).drop();
    connection.close();
    hbase.close();
  }

  @Test
  void rivalsLoseNoMoneyAndNoOrderAndLeaveNoLock() throws Exception {
    try (Client client = open(RetryPolicy.ofDefaults())) {
      ExecutorService terminals = Executors.newFixedThreadPool(TERMINALS);
      List<Future<Integer>> ended = new ArrayList<>();
      for (int terminal = 1; terminal <= TERMINALS; terminal++) {
        ended.add(terminals.submit(terminal(client, terminal)));
      }
      int orders = 0;
      for (Future<Integer> one : ended) {
        orders += one.get();
      }
      terminals.shutdown();
      client.settle();
      List<KeyedRow> rows = rows();
      assertThat(sum(rows, Column.W_YTD)).isEqualTo(sum(rows, Column.D_YTD));
      assertThat(sum(rows, Column.W_YTD)).isEqualTo(sum(rows, Column.H_AMOUNT));
      int loaded = ORIGIN.scale().warehouses() * Scale.DISTRICTS * ORIGIN.scale().customers();
      assertThat(count(rows, Relation.ORDERS)).isEqualTo(loaded + orders);
      assertThat(numbers(rows, Relation.DISTRICT_NEXT, Column.D_NEXT_O_ID).sum())
          .isEqualTo(loaded + orders + 2L * Scale.DISTRICTS);
      assertThat(sum(rows, Column.S_YTD)).isEqualTo(soldSinceLoad(rows));
      assertThat(lockCells()).isNotEmpty().allMatch(TwoPhaseIT::isFree);
    }
  }

  /** All at one warehouse and two districts; returns how many orders were placed. */
  private static Callable<Integer> terminal(Client client, int terminal) {
    Dice dice = Dice.of(terminal);
    RunConstants constants = RunConstants.choose(ORIGIN.scale(), ORIGIN.loadConstant(), Dice.of(1));
    InputGenerator inputs = new InputGenerator(InputRules.SPEC, ORIGIN.scale(), constants, dice);
    return () -> {
      int placed = 0;
      for (int i = 0; i < TRANSACTIONS; i++) {
        int d = 1 + i % 4 / 2;
        long now = System.currentTimeMillis();
        if (i % 2 == 0) {
          var ended = client.run(new NewOrder(inputs.newOrder(1, d), LAYOUT, now));
          placed += ended.isRolledBack() ? 0 : 1;
        } else {
          var history = Keys.history(1, d, now, terminal, i);
          var unused = client.run(new Payment(inputs.payment(1, d), LAYOUT, history, now));
        }
      }
      return placed;
    };
  }

  @Test
  void lockLeftBehindMakesWritersFail() throws IOException {
    byte[] row = LAYOUT.row(Keys.customer(2, 1, 1));
    try (Client client = open(RetryPolicy.none());
        Table data = connection.getTable(table)) {
      data.put(new Put(row).addColumn(LockCells.FAMILY, Bytes.toBytes("x"), Bytes.toBytes(1L)));
      List<KeyedRow> before = rows();
      Inputs.Payment input = new Inputs.Payment(2, 1, new CustomerChoice.ById(2, 1, 1), 100);
      Payment payment = new Payment(input, LAYOUT, Keys.history(2, 1, 1, 1, 1), 1);
      assertThatExceptionOfType(LockTimeoutException.class)
          .isThrownBy(() -> client.run(payment))
          .withMessageContaining("CUSTOMER(2, 1, 1)");
      client.settle();
      assertThat(rows()).isEqualTo(before);
      data.put(LockCells.release(row));
      assertThat(client.run(payment).result().c()).isEqualTo(1);
      client.settle();
    }
  }

  @Test
  void preparedRowIsWaitedForEvenWithoutLocks() throws IOException {
    byte[] row = LAYOUT.row(Keys.orderLine(2, 1, ORIGIN.scale().customers(), 1));
    StockLevel stockLevel = new StockLevel(new Inputs.StockLevel(2, 1, 15));
    try (Client client = open(RetryPolicy.none());
        Table data = connection.getTable(table)) {
      data.put(LockCells.prepareDelete(row));
      assertThatExceptionOfType(LockTimeoutException.class)
          .isThrownBy(() -> client.run(stockLevel));
      data.put(LockCells.release(row));
      assertThat(client.run(stockLevel).result().items()).isPositive();
    }
  }

  private static Client open(RetryPolicy policy) throws IOException {
    return Client.open(Mode.TWO_PHASE, hbase.configuration(), LAYOUT, policy);
  }

  private static List<KeyedRow> rows() throws IOException {
    StoredRows stored = new StoredRows(LAYOUT);
    List<KeyedRow> rows = new ArrayList<>();
    for (Result result : scan(BenchTable.FAMILY)) {
      rows.add(stored.found(table, result));
    }
    return rows;
  }

  private static List<Result> scan(byte[] family) throws IOException {
    List<Result> results = new ArrayList<>();
    try (Table data = connection.getTable(table);
        ResultScanner scanner = data.getScanner(new Scan().addFamily(family))) {
      scanner.forEach(results::add);
    }
    return results;
  }

  private static List<Cell> lockCells() throws IOException {
    return scan(LockCells.FAMILY).stream().flatMap(row -> row.listCells().stream()).toList();
  }

  /** Empty, or a counter at 0. */
  private static boolean isFree(Cell cell) {
    byte[] value = CellUtil.cloneValue(cell);
    return value.length == 0 || Bytes.equals(value, Bytes.toBytes(0L));
  }

  private static long sum(List<KeyedRow> rows, Column column) {
    return numbers(rows, column.relation(), column).sum();
  }

  private static long soldSinceLoad(List<KeyedRow> rows) {
    return rows.stream()
        .filter(row -> row.key().relation() == Relation.ORDER_LINE)
        .filter(row -> row.key().part(2) > ORIGIN.scale().customers())
        .mapToLong(row -> row.row().number(Column.OL_QUANTITY))
        .sum();
  }

  private static LongStream numbers(List<KeyedRow> rows, Relation relation, Column column) {
    return rows.stream()
        .filter(row -> row.row().has(column))
        .filter(row -> row.key().relation() == relation)
        .mapToLong(row -> row.row().number(column));
  }

  private static long count(List<KeyedRow> rows, Relation relation) {
    return rows.stream().filter(row -> row.key().relation() == relation).count();
  }
}
