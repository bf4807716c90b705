package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TraceListener;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.simulation.VirtualTime;
import io.rowlock.simulator.Plan.CrashPoint;
import io.rowlock.simulator.UserRecord.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * One run, decided by its plan alone: several clients run random transactions on a few rows of two
 * tables while faults strike; then the faults end, a new client cleans up, and the history is
 * judged.
 */
public final class Simulation {

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int SETTLING_ROUNDS = 12;

  private final Plan plan;
  private final World world;
  private final VirtualTime time;
  private final ClientMaker maker;
  private final ServerFaults serverFaults;
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final List<UserRecord> history = new ArrayList<>();

  /** Creates a run without a listener. */
  public Simulation(Plan plan) {
    this(plan, TraceListener.SILENT);
  }

  /**
   * Creates a run.
   *
   * @param listener receives a line for each event
   */
  Simulation(Plan plan, TraceListener listener) {
    this.plan = plan;
    world = new World(plan, listener);
    time = world.time;
    maker = new ClientMaker(world);
    serverFaults = new ServerFaults(world);
    for (int i = 0; i < plan.transactions().size(); i++) {
      addClient(i);
    }
  }

  private void addClient(int number) {
    SplittableRandom dice = plan.dice("client", number);
    String name = "client-" + (number + 1);
    ClientContext context =
        maker.context(name, rights(number, name), world.faults, world.faults, dice);
    Environment environment =
        ClientMaker.environment(context.life(), maker.clock(name, dice), dice);
    clients.add(client(context, number, environment, maker.settings(dice)));
    maker.planMisfortunes(context, dice);
    CrashPoint crash = plan.crash();
    if (crash != null && crash.client() == number) {
      context.life().surelyCrashAt(crash.request());
    }
  }

  private ExtraDice extras(int process) {
    return new ExtraDice(world.changes, rightsOf(process), plan, process);
  }

  private Rights rightsOf(int process) {
    return process < plan.transactions().size() ? world.rightsOf(process) : Rights.ALL;
  }

  private Rights rights(int client, String name) {
    Rights rights = world.rightsOf(client);
    if (!rights.equals(Rights.ALL)) {
      world.struck(name, Fault.MISSING_PERMISSION);
    }
    return rights;
  }

  private SimulatedClient client(
      ClientContext context, int process, Environment environment, ProtocolSettings settings) {
    ManagerDice managed = new ManagerDice(plan, process, rightsOf(process));
    return new SimulatedClient(
        context,
        process,
        environment,
        managed.isUsed() ? ManagerDice.oneByOne(settings) : settings,
        world.rows(),
        history,
        world.trace,
        new ReservationDice(plan, process),
        managed,
        extras(process),
        CarelessObserver.of(plan, process),
        plan.wrongHints());
  }

  /**
   * Runs to the end and checks everything.
   *
   * @throws AssertionError when a promise was broken
   */
  public Counts run() {
    SplittableRandom streams = plan.dice("streams", 0);
    for (int i = 0; i < clients.size(); i++) {
      int all = plan.transactions().get(i);
      int first = streams.nextBoolean() ? all : all / 2;
      start(i, all, first);
    }
    Operator operator = addOperator();
    serverFaults.begin();
    world.changes.begin(maker.known());
    Duration storm = Duration.ofMillis(plan.dice("storm", 0).nextLong(20, 2_000));
    time.schedule(storm, this::heal);
    time.runUntilIdle();
    heal();
    require(time.monotonicNanos() < LIMIT.toNanos(), "it took " + time.monotonicNanos() + " ns");
    require(clients.stream().allMatch(SimulatedClient::isAtRest), "something hangs");
    require(operator.isAtRest(), "the operator hangs");
    settle();
    judge();
    new Traces(world.audit, history).check(operator.seen());
    runSmallWorlds();
    return world.counts;
  }

  /** Starts a client's transactions in one or two streams; those of some clients nearly at once. */
  private void start(int client, int all, int first) {
    if (ExtraDice.isHurried(plan, client)) {
      IntStream.range(0, all).forEach(i -> clients.get(client).run(1));
    } else {
      clients.get(client).run(first);
      clients.get(client).run(all - first);
    }
  }

  /** Runs separate small worlds in some runs, each with its own dice. */
  private void runSmallWorlds() {
    Counts counts = world.counts;
    inOneOf(4, "hostilities", dice -> new Hostilities(dice, counts, false).run());
    inOneOf(4, "forgeries", dice -> new Hostilities(dice, counts, true).run());
    inOneOf(64, "crowd", dice -> new Crowd(dice, counts, crowdOf()).run());
    inOneOf(6, "strictures", dice -> new Strictures(dice, counts).run());
    inOneOf(24, "hermit", dice -> new Hermit(dice, counts).run());
    inOneOf(6, "ruins", dice -> new Ruins(dice, counts).run());
    inOneOf(32, "rush", dice -> new Rush(dice, counts).run());
    inOneOf(8, "held pages", dice -> new HeldPages(dice, counts).run());
    inOneOf(8, "neighbours", dice -> new Neighbours(dice, counts).run());
    inOneOf(16, "previews", dice -> new Previews(dice, counts).run());
    inOneOf(8, "scans ahead", dice -> new ScansAhead(dice, counts).run());
  }

  /** Returns the size of a crowd, sometimes more than one block of versions. */
  private int crowdOf() {
    return plan.dice("crowd", 2).nextInt(4) > 0 ? Crowd.MOST_ROWS : 4 * Crowd.MOST_ROWS;
  }

  private void inOneOf(int runs, String name, Consumer<SplittableRandom> smallWorld) {
    if (plan.dice(name, 0).nextInt(runs) == 0) {
      smallWorld.accept(plan.dice(name, 1));
    }
  }

  /** Returns how many requests each client has sent. */
  List<Integer> requests() {
    return clients.stream().map(client -> client.life().requests()).toList();
  }

  long nanos() {
    return time.monotonicNanos();
  }

  private void heal() {
    maker.heal();
    serverFaults.heal();
    world.changes.heal();
  }

  private Operator addOperator() {
    SplittableRandom dice = plan.dice("operator", 0);
    ClientContext context = maker.context("operator", Rights.ALL, world.faults, Set.of(), dice);
    ClientClock clock = maker.clock("operator", dice);
    Environment environment = ClientMaker.environment(context.life(), clock, dice);
    Operator operator = new Operator(context, environment, maker.settings(dice));
    boolean vacuums = dice.nextInt(3) == 0;
    boolean settles = dice.nextInt(3) == 0;
    if (vacuums && world.faults.contains(Fault.VACUUM)) {
      operator.vacuum(world.marked, world.calendar.horizon());
      operator.vacuumWhatIsFresh(world.rows(), world.calendar.horizon());
    }
    if (settles && world.faults.contains(Fault.OPERATOR)) {
      operator.settle(world.rows());
    }
    return operator;
  }

  /** Lets a new client meet every lock that is left, for a few leases, and then write all rows. */
  private void settle() {
    SplittableRandom dice = plan.dice("settler", 0);
    ClientContext context = maker.context("settler", Rights.ALL, Set.of(), Set.of(), dice);
    Environment environment = ClientMaker.environment(context.life(), new ClientClock(time), dice);
    ProtocolSettings settings =
        new ProtocolSettings(world.lease, Duration.ofMillis(30), 1000, 1_000_000, true, 3);
    SimulatedClient settler = client(context, clients.size(), environment, settings);
    List<RowKey> rows = world.rows();
    for (int round = 0; round < SETTLING_ROUNDS && !isFree(rows); round++) {
      settler.readEachRow();
      time.runUntilIdle();
      time.advance(world.lease.multipliedBy(4));
    }
    require(isFree(rows), "locks are left behind");
    int before = history.size();
    settler.readEachRow();
    time.runUntilIdle();
    settler.writeAllRows();
    time.runUntilIdle();
    require(settler.isAtRest(), "the last transactions hang");
    List<UserRecord> last = history.subList(before, before + rows.size());
    require(last.stream().allMatch(Simulation::isCommitted), "a free row is unreadable");
    require(isCommitted(history.get(history.size() - 1)), "free rows cannot be written");
  }

  private boolean isFree(List<RowKey> rows) {
    return rows.stream().allMatch(world.audit::isFree);
  }

  private static boolean isCommitted(UserRecord record) {
    return record.outcome() == Outcome.COMMITTED;
  }

  private void judge() {
    Counts counts = world.counts;
    history.forEach(record -> counts.count("transactions " + record.outcome()));
    Verdict verdict =
        new Verdict(history, world.initial, world.audit, world.mayRefuse(), world::keepsVersions);
    verdict.checkEffects();
    verdict.combinations().forEach(id -> counts.count("combined commits"));
    if (counts.of(Verdict.STALE_READS) == 0) {
      verdict.checkOrder();
      counts.count("runs whose order was checked");
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
