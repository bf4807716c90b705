package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.business.DeferredDelivery;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.business.InputGenerator;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Interval;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.run.Execution.FailureLog;
import io.rowlock.bench.tpcc.run.Pacing.ClosedLoop;
import io.rowlock.bench.tpcc.run.Pacing.OpenLoop;
import io.rowlock.bench.tpcc.run.Recorder.Fairness;
import io.rowlock.bench.tpcc.run.ResultMaker.Measured;
import io.rowlock.bench.tpcc.run.RunPlan.Waits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of one client: terminals are set up, measured, and sent home. */
final class Session {
  private static final double NANOS = 1e9;

  // Names of dice, so that no two sets of a seed are the same.
  private static final int TERMINAL = 2;
  private static final int ARRIVALS = 3;

  private final RunPlan plan;
  private final Context context;
  private final FailureLog failures = new FailureLog();
  private final Window window;
  private final Recorder recorder;
  private final DeliveryOffice office;
  private final @Nullable DeliveryWorkers workers;

  private Session(RunPlan plan, Context context) {
    this.plan = plan;
    this.context = context;
    this.window = new Window(System.nanoTime(), plan.warmup(), plan.time(), plan.count());
    this.recorder = new Recorder(window, plan.threads());
    DeferredDelivery work =
        new DeferredDelivery(context.client(), context.hints(), plan.deliveryTransactions());
    this.office =
        new DeliveryOffice(work, plan.deliveryTransactions(), context.probe().times(), failures);
    int threads = plan.delivery().threads();
    this.workers = threads == 0 ? null : new DeliveryWorkers(office, recorder, threads);
  }

  static Measured run(RunPlan plan, Context context) throws IOException {
    Session session = new Session(plan, context);
    try (Driver driver =
        new Driver(session.window, session.pacing(), session.recorder, plan.threads())) {
      return session.measure(driver);
    } finally {
      if (session.workers != null) {
        session.workers.abort();
      }
    }
  }

  private Scale scale() {
    return context.database().origin().scale();
  }

  private Pacing pacing() {
    List<Terminal> terminals = new ArrayList<>();
    for (int index = 0; index < plan.terminals(scale()); index++) {
      terminals.add(terminal(index));
    }
    long now = System.nanoTime();
    Waits waits = plan.waits();
    if (waits != null) {
      return new KeyingAndThinking(terminals, waits.keying(), waits.thinking(), now);
    }
    return plan.rate() == 0
        ? new ClosedLoop(terminals)
        : new OpenLoop(terminals, plan.arrival(), plan.rate(), Dice.of(plan.seed(), ARRIVALS), now);
  }

  private Terminal terminal(int index) {
    Dice dice = Dice.of(plan.seed(), TERMINAL, index);
    InputGenerator inputs =
        new InputGenerator(plan.profile().rules(), scale(), context.constants(), dice);
    Teller teller =
        new Teller(
            context.client(),
            plan.mode(),
            context.database().layout(),
            context.notes(),
            context.probe().times(),
            failures);
    return new Terminal(
        context.firstTerminal() + index,
        plan.home().seat(index, scale()),
        plan.mix().mixes().get(),
        dice,
        inputs,
        teller,
        workers == null ? office : workers);
  }

  private Measured measure(Driver driver) throws IOException {
    driver.awaitEndUntil(window.start());
    Probe.Reading before = context.probe().read();
    // Of the warm-up.
    var unused = context.probe().takeClasses();
    Histograms histograms = new Histograms(System.currentTimeMillis());
    Intervals intervals =
        new Intervals(recorder, histograms, before.operations(), plan.threads(), plan.percentile());
    boolean isByCount = reportUntilEnd(driver, intervals);
    // By its count, a run is over when all that it has begun is done, in the background too.
    Probe.Reading atEnd = isByCount ? null : context.probe().read();
    driver.finish();
    List<OperationClass> ops = context.probe().takeClasses();
    double seconds =
        seconds(isByCount ? Math.max(recorder.lastEnd(), window.start() + 1) : window.end());
    Operations.Counts operations =
        atEnd == null ? context.probe().operations() : atEnd.operations();
    context.listener().accept(intervals.end(seconds, operations));
    int waiting = finishDeliveries();
    context.client().settle();
    Probe.Reading after = atEnd == null ? context.probe().read() : atEnd;
    return new Measured(
        seconds,
        recorder.counts(),
        histograms,
        intervals.done(),
        after.minus(before),
        ops,
        Fairness.among(recorder.tracks().toList()),
        office.result(waiting),
        office.csv(),
        failures.first());
  }

  /** Whether the run has ended by its count. */
  private boolean reportUntilEnd(Driver driver, Intervals intervals) throws IOException {
    long length = (long) (plan.reportInterval() * NANOS);
    for (long tick = next(window.start(), length); true; tick = next(tick, length)) {
      if (driver.awaitEndUntil(tick)) {
        return plan.count() > 0;
      }
      if (tick == window.end()) {
        return false;
      }
      context.listener().accept(intervals.end(seconds(tick), context.probe().operations()));
    }
  }

  private long next(long tick, long length) {
    boolean isLast = length == 0 || window.end() - tick <= length;
    return isLast ? window.end() : tick + length;
  }

  private double seconds(long instant) {
    return (instant - window.start()) / NANOS;
  }

  private int finishDeliveries() throws IOException {
    if (workers == null) {
      return 0;
    }
    int waiting = workers.waiting();
    try {
      workers.finish();
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
    return waiting;
  }

  /**
   * What a session works on and tells.
   *
   * @param firstTerminal the number of the first terminal
   * @param listener hears of every interval at its end
   */
  record Context(
      Database database,
      RunConstants constants,
      Client client,
      DeliveryHints hints,
      Probe probe,
      int firstTerminal,
      Teller.Notes notes,
      Consumer<Interval> listener) {}
}
