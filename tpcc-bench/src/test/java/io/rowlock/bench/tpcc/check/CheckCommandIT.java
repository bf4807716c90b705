package io.rowlock.bench.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcGate;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Loader;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.QuietProgress;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Script;
import io.rowlock.internal.protocol.lock.LockSpecimen;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Small databases on a real HBase. */
class CheckCommandIT {
  private static final Origin ORIGIN = Origin.of(new Scale(2, 200, 30), 3, 1_700_000_000_000L);
  private static final int TRANSACTIONS = 60;

  private static EmbeddedHBase hbase;
  private static Connection connection;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  static List<Layout> layouts() {
    return Layout.all();
  }

  @BeforeAll
  static void start() throws IOException {
    hbase = EmbeddedHBase.start();
    connection = hbase.connect();
    for (Layout layout : Layout.all()) {
      new Loader(connection, new QuietProgress()).load(layout, ORIGIN, 4);
      Script script = new Script(ORIGIN, layout);
      try (Client client =
          Client.open(Mode.TX, hbase.configuration(), layout, RetryPolicy.ofDefaults())) {
        for (int i = 0; i < TRANSACTIONS; i++) {
          script.next(client);
        }
      }
    }
  }

  @AfterAll
  static void stop() throws IOException {
    connection.close();
    hbase.close();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void passesUntilACellIsChanged(Layout layout, @TempDir Path directory) throws IOException {
    assertThat(check(layout)).as(out + "" + err).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString())
        .contains("Locks left over: none")
        .contains("Check 3.3.2.1 W=2 PASSED rows=1 vacuous=0")
        .contains("Check 3.3.2.10 W=2 PASSED rows=300 vacuous=90")
        .contains("Check E7 W=all PASSED")
        .containsPattern("SUMMARY passed=\\d+ failed=0 vacuous=\\d");
    Key stock = Keys.stock(2, 77);
    put(layout, stock, Column.S_ORDER_CNT, Bytes.toBytes(1));
    try {
      assertThat(check(layout, "--out", directory.toString())).isEqualTo(ExitStatus.CHECK_FAILED);
      assertThat(failed()).hasSize(1).element(0).asString().startsWith("Check E2 W=2 FAILED");
      assertThat(out.toString()).contains("STOCK(2, 77)").contains(" failed=1 ");
      assertThat(Files.readString(directory.resolve("check.json"))).contains("STOCK(2, 77)");
    } finally {
      put(layout, stock, Column.S_ORDER_CNT, Bytes.toBytes(0));
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void aRowThatIsNoRowIsFound(Layout layout) throws IOException {
    Key stock = Keys.stock(2, 5);
    byte[] beyond = Bytes.add(Bytes.toBytes(3), layout.row(stock));
    try (Table table = connection.getTable(layout.table(stock.relation()))) {
      table.put(new Put(beyond).addColumn(BenchTable.FAMILY, new byte[] {1}, new byte[] {2}));
      try {
        assertThat(check(layout)).isEqualTo(ExitStatus.CHECK_FAILED);
        assertThat(failed()).hasSize(1).element(0).asString().startsWith("Check E10 W=all FAILED");
        assertThat(out.toString()).contains(Bytes.toStringBinary(beyond));
      } finally {
        table.delete(new Delete(beyond));
      }
    }
  }

  @Test
  void locksOfADeadClientAreSettledFirst() throws Exception {
    Layout layout = Layout.NORMALIZED;
    dieCommitting(layout, RpcKind.COMMIT);
    assertThat(check(layout)).as(out + "" + err).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString()).containsPattern("Locks left over: .*ROLLED_(BACK|FORWARD)=\\d+");
    assertThat(check(layout)).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString()).contains("Locks left over: none");
  }

  /** Its primary is in a table that does not exist. */
  @Test
  void aLockThatNobodyCanSettleIsFound() throws IOException {
    Layout layout = Layout.NORMALIZED;
    Key customer = Keys.customer(1, 4, 20);
    byte[] row = layout.row(customer);
    byte[] lock = LockSpecimen.secondary().encode();
    try (Table table = connection.getTable(layout.table(customer.relation()))) {
      table.put(new Put(row).addColumn(LockColumn.family(), LockColumn.qualifier(), lock));
      try {
        assertThat(check(layout)).isEqualTo(ExitStatus.CHECK_FAILED);
        assertThat(failed()).hasSize(2).element(0).asString().startsWith("Check E7 W=all FAILED");
        assertThat(failed()).element(1).asString().startsWith("Check E11 W=1 FAILED");
        assertThat(out.toString()).contains("PREWRITTEN lock of CUSTOMER(1, 4, 20)");
      } finally {
        table.delete(new Delete(row).addFamily(LockColumn.family()));
      }
    }
  }

  /** Sends a New-Order until it has come so far, and nothing more ever after. */
  private static void dieCommitting(Layout layout, RpcKind last) throws Exception {
    CountDownLatch dead = new CountDownLatch(1);
    RpcGate gate =
        new RpcGate() {
          @Override
          public CompletableFuture<?> beforeSending(RpcKind kind) {
            if (kind == last) {
              dead.countDown();
            }
            return dead.getCount() == 0
                ? new CompletableFuture<>()
                : CompletableFuture.completedFuture(null);
          }
        };
    Client victim =
        Client.open(
            Mode.TX,
            new RpcKinds(gate).counting(hbase.configuration()),
            layout,
            RetryPolicy.ofDefaults());
    var lines = List.of(new Inputs.Line(7, 1, 3), new Inputs.Line(8, 2, 4));
    NewOrder order = new NewOrder(new Inputs.NewOrder(1, 3, 11, lines), layout, 1_800_000_000_000L);
    Thread thread = new Thread(() -> run(victim, order), "victim");
    thread.setDaemon(true);
    thread.start();
    assertThat(dead.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private static void run(Client victim, NewOrder order) {
    try {
      var unused = victim.run(order);
    } catch (IOException e) {
      // It is given up in the end.
    }
  }

  private static void put(Layout layout, Key key, Column column, byte[] value) throws IOException {
    try (Table table = connection.getTable(layout.table(key.relation()))) {
      table.put(new Put(layout.row(key)).addColumn(BenchTable.FAMILY, column.qualifier(), value));
    }
  }

  private int check(Layout layout, String... more) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String port = hbase.configuration().get(HConstants.ZOOKEEPER_CLIENT_PORT);
    List<String> arguments =
        new ArrayList<>(
            List.of("tpcc", "check", "--layout", layout.name(), "--quorum", "localhost:" + port));
    arguments.addAll(Arrays.asList(more));
    CommandLine bench =
        Bench.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return bench.execute(arguments.toArray(String[]::new));
  }

  private List<String> failed() {
    return out.toString().lines().filter(line -> line.contains(" FAILED ")).toList();
  }
}
