package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.RetryPolicy;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.access.Phase;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.access.StoredRows;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small databases on a real HBase, compared with the same in memory. */
@Tag("verify-all")
class LoaderIT {
  private static final Scale SCALE = new Scale(2, 200, 30);
  private static final Origin ORIGIN = Origin.of(SCALE, 3, 1_700_000_000_000L);

  private static final int TRANSACTIONS = 60;

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

  /** One database for all, as making and enabling tables takes most of the time. */
  @ParameterizedTest
  @MethodSource("layouts")
  void killedHalfWayAndStartedAgainItIsTheSameAndEveryModeDoesTheSame(Layout layout)
      throws IOException {
    loadHalf(layout);
    refusesAnother(layout);
    loadRest(layout);
    for (TablePlan table : layout.tables(SCALE.warehouses(), 1)) {
      assertThat(TransactionAdmin.create(connection).verify(table.name())).isEmpty();
    }
    everyModeDoesTheSame(layout);
    TpccTables.of(connection, layout, SCALE.warehouses()).drop();
  }

  private static void loadHalf(Layout layout) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> load(layout, ORIGIN, new Killed(20)))
        .withMessage("killed");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new DatabaseNotes(connection).open(layout))
        .withMessageContaining("run bench tpcc prepare");
  }

  private static void refusesAnother(Layout layout) {
    Origin other = Origin.of(SCALE, 4, 1_700_000_000_000L);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> load(layout, other, new QuietProgress()))
        .withMessageContaining("bench tpcc cleanup");
  }

  private static void loadRest(Layout layout) throws IOException {
    Origin later = new Origin(SCALE, ORIGIN.seed(), ORIGIN.loadConstant(), 1_800_000_000_000L);
    Database database = load(layout, later, new QuietProgress());
    assertThat(database.isComplete()).isTrue();
    assertThat(database.origin()).isEqualTo(ORIGIN);
    assertThat(new DatabaseNotes(connection).open(layout)).isEqualTo(database);
    assertThat(stored(layout)).isEqualTo(new MemoryClient(new Population(ORIGIN), layout).rows());
  }

  /** Rowlock last: plain writes to rows with locks are no use of it. */
  private static void everyModeDoesTheSame(Layout layout) throws IOException {
    MemoryClient memory = new MemoryClient(new Population(ORIGIN), layout);
    Script inMemory = new Script(ORIGIN, layout);
    Script onHBase = new Script(ORIGIN, layout);
    for (Mode mode : List.of(Mode.RAW, Mode.RAW_BATCHED, Mode.TWO_PHASE, Mode.TX)) {
      Operations.Counts before = memory.operations().counts();
      try (RpcKinds kinds = new RpcKinds();
          Client client =
              Client.open(
                  mode, kinds.counting(hbase.configuration()), layout, RetryPolicy.ofDefaults())) {
        OperationTimes times = new OperationTimes();
        List<Double> shares = new ArrayList<>();
        Set<Phase> phases = EnumSet.noneOf(Phase.class);
        for (int i = 0; i < TRANSACTIONS; i++) {
          long start = System.nanoTime();
          Object shown = times.time("any", () -> onHBase.next(client));
          long elapsed = System.nanoTime() - start;
          assertThat(shown).as("%s", mode).isEqualTo(inMemory.next(memory));
          OperationTimes.Spent spent = times.take().get("any");
          phases.addAll(spent.nanos().keySet());
          shares.add((double) spent.totalNanos() / elapsed);
        }
        Collections.sort(shares);
        assertThat(shares.get(TRANSACTIONS / 2)).as("%s", mode).isBetween(0.9, 1.0);
        assertThat(phases).as("%s", mode).containsAll(phasesOf(mode));
        client.settle();
        assertThat(client.operations().counts())
            .as("%s", mode)
            .isEqualTo(memory.operations().counts().minus(before));
      }
      assertThat(stored(layout)).as("%s", mode).isEqualTo(memory.rows());
    }
  }

  private static Set<Phase> phasesOf(Mode mode) {
    Set<Phase> phases = EnumSet.of(Phase.CLIENT, Phase.POINT_READ, Phase.RANGE_READ);
    phases.addAll(
        mode == Mode.TX || mode == Mode.TWO_PHASE
            ? EnumSet.of(Phase.PREWRITE, Phase.COMMIT)
            : EnumSet.of(Phase.WRITE));
    return phases;
  }

  private static Database load(Layout layout, Origin origin, Progress progress) throws IOException {
    return new Loader(connection, progress).load(layout, origin, 4);
  }

  private static List<KeyedRow> stored(Layout layout) throws IOException {
    StoredRows rows = new StoredRows(layout);
    List<KeyedRow> stored = new ArrayList<>();
    for (TablePlan plan :
        layout.tables(1, 1).stream().sorted(Comparator.comparing(TablePlan::name)).toList()) {
      try (Table table = connection.getTable(plan.name());
          ResultScanner scanner = table.getScanner(new Scan().addFamily(BenchTable.FAMILY))) {
        for (Result result : scanner) {
          stored.add(rows.found(plan.name(), result));
        }
      }
    }
    return stored;
  }

  /** Ends the load after so many parts. */
  private static final class Killed extends QuietProgress {
    private int left;

    Killed(int parts) {
      left = parts;
    }

    @Override
    public void begin(String group, String window) {
      if (left-- == 0) {
        throw new IllegalStateException("killed");
      }
    }
  }
}
