package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.business.StockLevel;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.report.DeliveryLine;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.RunPlan.Stretch;
import io.rowlock.bench.tpcc.run.Session.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.junit.jupiter.api.Test;

/** Runs in memory. */
class SessionTest {
  private static final Scale SCALE = new Scale(2, 200, 30);
  private static final Origin ORIGIN = Origin.of(SCALE, 3, 1_700_000_000_000L);
  private static final Layout LAYOUT = Layout.NORMALIZED;

  private final MemoryClient memory = new MemoryClient(new Population(ORIGIN), LAYOUT);
  private final List<Ledger.Line> ledger = Collections.synchronizedList(new ArrayList<>());
  private final List<Interval> intervals = new ArrayList<>();

  @Test
  void everyDeckIsDealtToItsEnd() throws IOException {
    Portion measured = run(plan(1, 230, 0), memory);
    assertThat(counts(measured)).containsExactly(100L, 100L, 10L, 10L, 10L);
    assertThat(measured.counts().failures()).isZero();
    assertThat(measured.counts().of(Kind.DELIVERY, Event.TRANSACTIONS)).isEqualTo(100);
    Deliveries deliveries = measured.deliveryCounts();
    assertThat(deliveries.orders() + deliveries.skippedDistricts()).isEqualTo(100);
  }

  @Test
  void ledgerAndDatabaseHaveWhatWasCounted() throws IOException {
    Portion measured = run(plan(1, 230, 0), memory);
    long rolledBack = measured.counts().of(Kind.NEW_ORDER, Event.ROLLED_BACK);
    assertThat(measured.difference().nextOrders()).isEqualTo(100 - rolledBack);
    assertThat(ledger).hasSize(200);
    assertThat(ledger)
        .filteredOn(line -> line.outcome() == Ledger.Outcome.ROLLED_BACK)
        .hasSize((int) rolledBack);
    assertThat(ledger).extracting(Ledger.Line::id).doesNotContain("");
    for (Kind kind : Kind.values()) {
      assertThat(measured.micros(kind).getTotalCount())
          .isEqualTo(measured.counts().of(kind, Event.COMPLETED));
    }
  }

  @Test
  void withoutWarmUpTheDatabaseIsReadBeforeTheFirstOrder() throws IOException {
    CountDownLatch ended = new CountDownLatch(23);
    Client terminals = new Observed(memory, () -> {}, ended::countDown);
    // Of each reading: whether the terminals end while it lasts.
    List<Boolean> late = new ArrayList<>();
    Duration brief = Duration.ofMillis(200);
    Client slow =
        new Observed(
            memory, () -> late.add(Uninterruptibles.awaitUninterruptibly(ended, brief)), () -> {});
    RunPlan plan = plan(1, 23, 0);
    Portion portion = run(plan, terminals, slow, ClientNumber.ONLY);
    Portion measured = Portion.sum(List.of(portion));
    long rolledBack = measured.counts().of(Kind.NEW_ORDER, Event.ROLLED_BACK);
    assertThat(measured.difference().nextOrders()).isEqualTo(10 - rolledBack);
    assertThat(late).containsExactly(false, true);
  }

  @Test
  void inputsAreAFunctionOfTheSeed() throws IOException {
    var unused = run(plan(1, 50, 0), memory);
    List<String> first = inputs();
    ledger.clear();
    var again = run(plan(1, 50, 0), new MemoryClient(new Population(ORIGIN), LAYOUT));
    assertThat(again.counts().of(Event.COMPLETED)).isEqualTo(50);
    assertThat(inputs()).isEqualTo(first);
  }

  /** As processes would, but one after the other. */
  @Test
  void clientsShareTerminalsAndCountOfOneRun() throws IOException {
    String options = "--count 230 --delivery inline --retries 0 --threads ";
    Portion whole = run(RunOptionsTest.plan(options + "2"), new OneByOne(memory));
    assertThat(whole.counts().of(Event.COMPLETED)).isEqualTo(230);
    List<String> inputs = firstOfTerminals();
    ledger.clear();
    RunPlan plan = RunOptionsTest.plan(options + "1 --clients 2");
    MemoryClient fresh = new MemoryClient(new Population(ORIGIN), LAYOUT);
    List<Portion> portions = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      portions.add(run(plan, fresh, fresh, new ClientNumber(number, 2)));
    }
    Portion both = Portion.sum(portions);
    assertThat(both.completed()).containsExactly(115L, 115L);
    long orders = both.counts().of(Kind.NEW_ORDER, Event.COMPLETED);
    long rolledBack = both.counts().of(Kind.NEW_ORDER, Event.ROLLED_BACK);
    assertThat(both.difference().nextOrders()).isEqualTo(orders - rolledBack);
    assertThat(ledger)
        .filteredOn(line -> line.kind() == Kind.NEW_ORDER)
        .hasSize(Math.toIntExact(orders));
    assertThat(ledger).extracting(Ledger.Line::w).contains(1, 2);
    assertThat(firstOfTerminals()).isEqualTo(inputs);
  }

  /** The first inputs in each warehouse, which is the home of one terminal. */
  private List<String> firstOfTerminals() {
    return List.of(1, 2).stream()
        .map(w -> ledger.stream().filter(line -> line.w() == w).findFirst().orElseThrow())
        .map(SessionTest::input)
        .toList();
  }

  @Test
  void intervalsAddUpToTheRun() throws IOException {
    Portion measured = run(plan(1, 100, 0), memory);
    assertThat(intervals).isEqualTo(measured.intervals()).hasSize(1);
    Interval only = intervals.get(0);
    assertThat(only.tps() * measured.seconds()).isCloseTo(100, within(0.01));
    assertThat(only.operations().reads() * measured.seconds())
        .isCloseTo((double) measured.difference().operations().reads(), within(0.01));
  }

  @Test
  void queuedDeliveriesAreCarriedOutBehind() throws IOException {
    Portion measured = run(plan(1, 230, 2), new OneByOne(memory));
    assertThat(measured.deliveries()).hasSize(10).noneMatch(DeliveryLine::failed);
    assertThat(measured.counts().of(Kind.DELIVERY, Event.COMPLETED)).isEqualTo(10);
    assertThat(measured.micros(Kind.DELIVERY).getTotalCount()).isEqualTo(10);
  }

  @Test
  void failuresAreCountedAndTheTerminalGoesOn() throws IOException {
    Portion measured = run(plan(1, 92, 0), new Failing(memory));
    assertThat(measured.counts().of(Kind.STOCK_LEVEL, Event.ERRORS)).isEqualTo(4);
    assertThat(measured.counts().of(Kind.STOCK_LEVEL, Event.COMPLETED)).isZero();
    assertThat(measured.counts().of(Event.COMPLETED)).isEqualTo(88);
    assertThat(measured.firstFailure()).contains("Stock-Level").contains("on purpose");
  }

  private List<String> inputs() {
    return ledger.stream().map(SessionTest::input).toList();
  }

  private static String input(Ledger.Line line) {
    return line.kind() + " " + line.w() + " " + line.d() + " " + line.c();
  }

  private static List<Long> counts(Portion measured) {
    return List.of(Kind.values()).stream()
        .map(kind -> measured.counts().of(kind, Event.COMPLETED))
        .toList();
  }

  private static RunPlan plan(int threads, long count, int deliveryThreads) {
    RunOptions options = new RunOptions();
    options.threads = threads;
    options.count = count;
    options.retries = 0;
    return new RunPlan(options, new Stretch(Mode.TX, 7, 0, 0, deliveryThreads, 10));
  }

  private Portion run(RunPlan plan, Client client) throws IOException {
    return Portion.sum(List.of(run(plan, client, memory, ClientNumber.ONLY)));
  }

  private Portion run(RunPlan plan, Client client, Client plain, ClientNumber number)
      throws IOException {
    Database database = new Database(LAYOUT, ORIGIN, true);
    try (RpcKinds kinds = new RpcKinds()) {
      Probe probe = Probe.of(client, kinds, plain, SCALE, null);
      Context context =
          new Context(
              database,
              plan.constants(ORIGIN),
              client,
              new DeliveryHints(SCALE.warehouses()),
              probe,
              number,
              1,
              ledger::add,
              slice -> intervals.add(slice.interval()));
      return Session.run(plan, context, System.nanoTime());
    }
  }

  /** Several threads may use it. */
  private static class OneByOne implements Client {
    private final Client client;

    OneByOne(Client client) {
      this.client = client;
    }

    @Override
    public synchronized <T> Ended<T> run(Work<T> work) throws IOException {
      return client.run(work);
    }

    @Override
    public Operations operations() {
      return client.operations();
    }

    @Override
    public void close() {}
  }

  private static final class Observed extends OneByOne {
    private final Runnable before;
    private final Runnable after;

    Observed(Client client, Runnable before, Runnable after) {
      super(client);
      this.before = before;
      this.after = after;
    }

    @Override
    public synchronized <T> Ended<T> run(Work<T> work) throws IOException {
      before.run();
      Ended<T> ended = super.run(work);
      after.run();
      return ended;
    }
  }

  /** Has no Stock-Levels. */
  private static final class Failing extends OneByOne {
    Failing(Client client) {
      super(client);
    }

    @Override
    public synchronized <T> Ended<T> run(Work<T> work) throws IOException {
      if (work instanceof StockLevel) {
        throw new IOException("on purpose");
      }
      return super.run(work);
    }
  }
}
