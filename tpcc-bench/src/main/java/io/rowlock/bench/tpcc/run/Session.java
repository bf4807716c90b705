package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.report.DeliveryLine;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.Execution.FailureLog;
import io.rowlock.bench.tpcc.run.RunPlan.Stretch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** One run of one client: it starts, measures and ends the terminals. */
final class Session {
  private static final double NANOS = 1e9;

  private final RunPlan plan;
  private final Context context;
  private final FailureLog failures = new FailureLog();
  private final Window window;
  private final Recorder recorder;
  private final DeliveryExecutor deliveries;

  private Session(RunPlan plan, Context context, long begin) {
    this.plan = plan;
    this.context = context;
    long count = context.number().part(plan.options().count);
    Stretch stretch = plan.stretch();
    this.window =
        new Window(
            begin,
            Duration.ofMillis(stretch.warmupMillis()),
            Duration.ofMillis(stretch.timeMillis()),
            count);
    this.recorder = new Recorder(window, plan.options().threads);
    this.deliveries = new DeliveryExecutor(stretch.deliveryThreads(), recorder);
  }

  /**
   * The parts of a session.
   *
   * @param number the client's, among those that run at the same time
   * @param firstTerminal the number of the first terminal of all clients
   * @param listener gets each slice at its end
   */
  record Context(
      Database database,
      RunConstants constants,
      Client client,
      DeliveryHints hints,
      Probe probe,
      ClientNumber number,
      int firstTerminal,
      Notes notes,
      Consumer<Slice> listener) {
    Scale scale() {
      return database.origin().scale();
    }
  }

  /** The log of the answers to terminals. */
  @FunctionalInterface
  interface Notes {
    /** Returns when the line is durable. */
    void note(Ledger.Line line) throws IOException;
  }

  /** Runs a client's part of the plan, which begins about now: at an instant of nanoTime. */
  static Portion run(RunPlan plan, Context context, long begin) throws IOException {
    Session session = new Session(plan, context, begin);
    try (Driver driver = new Driver(session.window, session.recorder, session.terminals())) {
      return session.measure(driver);
    } finally {
      session.deliveries.abort();
    }
  }

  private List<Terminal> terminals() {
    int all = plan.terminals();
    int first = (int) context.number().first(all);
    return IntStream.range(first, first + (int) context.number().part(all))
        .mapToObj(index -> new Terminal(plan, context, index, failures, deliveries))
        .toList();
  }

  private Portion measure(Driver driver) throws IOException {
    Probe probe = context.probe();
    Probe.Reading before = start(driver);
    long startMillis = System.currentTimeMillis();
    Intervals intervals = new Intervals(recorder, before.operations(), plan.options().threads);
    boolean isByCount = reportUntilEnd(driver, intervals);
    // By its count, a run is over when all that it has begun is done, in the background too.
    Probe.Reading atEnd = isByCount ? null : probe.read();
    driver.finish();
    Probe.Times times = probe.takeTimes();
    long end = isByCount ? Math.max(recorder.lastEnd(), window.start() + 1) : window.end();
    Operations.Counts operations = atEnd == null ? probe.operations() : atEnd.operations();
    context.listener().accept(intervals.end(seconds(end), operations));
    List<DeliveryLine> delivered = deliveries.finish();
    context.client().settle();
    Probe.Reading after = atEnd == null ? probe.read() : atEnd;
    EventCounts counts = recorder.counts();
    return new Portion(
        startMillis,
        List.of(counts.of(Event.COMPLETED)),
        counts,
        intervals.done(),
        before,
        after,
        times,
        delivered,
        failures.first());
  }

  /** Returns what the probe says when the measured time begins. */
  private Probe.Reading start(Driver driver) throws IOException {
    boolean isAtOnce = plan.stretch().warmupMillis() == 0;
    if (!isAtOnce) {
      driver.start();
      driver.awaitEndUntil(window.start());
    }
    Probe.Reading before = context.probe().read();
    // Of the warm-up.
    var unused = context.probe().takeTimes();
    if (isAtOnce) {
      driver.start();
    }
    return before;
  }

  /** Returns whether the run has ended by its count. */
  private boolean reportUntilEnd(Driver driver, Intervals intervals) throws IOException {
    long length = (long) (plan.stretch().reportInterval() * NANOS);
    for (long tick = next(window.start(), length); true; tick = next(tick, length)) {
      if (driver.awaitEndUntil(tick)) {
        return plan.options().count > 0;
      }
      if (tick == window.end()) {
        return false;
      }
      context.listener().accept(intervals.end(seconds(tick), context.probe().operations()));
    }
  }

  private long next(long tick, long length) {
    return window.end() - tick <= length ? window.end() : tick + length;
  }

  private double seconds(long instant) {
    return (instant - window.start()) / NANOS;
  }
}
