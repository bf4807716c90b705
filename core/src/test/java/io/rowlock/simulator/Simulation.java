package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockAudit;
import io.rowlock.internal.protocol.LockSeeds;
import io.rowlock.internal.protocol.NotedLock;
import io.rowlock.internal.protocol.ProtocolSettings;
import io.rowlock.internal.protocol.TaleTeller;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.VirtualTime;
import io.rowlock.simulator.Plan.CrashPoint;
import io.rowlock.simulator.UserRecord.Outcome;
import io.rowlock.simulator.Wire.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One run, decided by its plan alone: some clients run random transactions over a few rows of two
 * tables while everything goes wrong; then it heals, somebody cleans up, and the history is judged.
 */
public final class Simulation {

  /** All clocks are nearer to each other, and no run lasts as long. */
  private static final Duration HORIZON = Duration.ofHours(3);

  private static final List<TableName> TABLES =
      List.of(TableName.valueOf("left"), TableName.valueOf("right"));

  /** A floor lies up to that far in the future. */
  private static final Duration FLOOR_AHEAD = Duration.ofMinutes(1);

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int SETTLING_ROUNDS = 12;

  private final Plan plan;
  private final Set<Fault> faults;
  private final RandomGenerator shape;
  private final VirtualTime time = new VirtualTime();
  private final MemoryCluster cluster = new MemoryCluster();
  private final SortedMap<RowKey, Content> initial = new TreeMap<>();
  private final List<NotedLock> noted = new ArrayList<>();
  private final List<UserRecord> history = new ArrayList<>();
  private final List<Wire> wires = new ArrayList<>();
  private final List<ClientLife> lives = new ArrayList<>();
  private final List<StaleView> views = new ArrayList<>();
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final Counts counts = new Counts();
  private final TaleTeller tale;
  private final LockAudit audit;
  private final Servers servers;
  private final Weather weather;
  private final Duration lease;

  /** As after enabling the tables: long ago where there is something to vacuum, else just now. */
  private final long floor;

  /** When the first cells were written. */
  private final long firstCells;

  /** What is older may be vacuumed. */
  private final long horizon = time.currentMillis() - HORIZON.toMillis();

  /** A run that nobody watches. */
  public Simulation(Plan plan) {
    this(plan, TaleTeller.SILENT);
  }

  /**
   * @param listener takes a line for each thing that happens
   */
  Simulation(Plan plan, TaleTeller listener) {
    this.plan = plan;
    this.tale = listener;
    faults = plan.drawFaults();
    shape = plan.dice("shape", 0);
    lease = Duration.ofMillis(List.of(10, 50, 250).get(shape.nextInt(3)));
    boolean isOld = faults.contains(Fault.VACUUM);
    long ahead = shape.nextLong(FLOOR_AHEAD.toMillis());
    floor = isOld ? horizon - 10_000 : time.currentMillis() + ahead;
    firstCells = isOld ? floor + 4_000 : floor;
    createTables();
    audit = new LockAudit(cluster, floor, Content::tagIn, tale, counts::count);
    servers = new Servers(cluster, time, createServers());
    List<RowKey> rows = List.copyOf(initial.keySet());
    TABLES.forEach(table -> servers.assign(table, shape));
    splitAtFirst(rows);
    RandomGenerator dice = plan.dice("weather", 0);
    Duration oblivion = readsMayBeStale() ? lease.multipliedBy(3) : Duration.ZERO;
    weather =
        new Weather(servers, cluster, time, rows, faults, dice, lease, oblivion, counts, tale);
    for (int i = 0; i < plan.transactions().size(); i++) {
      addClient(i);
    }
  }

  private List<Server> createServers() {
    List<Server> created = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      boolean isBehind = faults.contains(Fault.SERVER_CLOCK_BEHIND) && shape.nextInt(3) == 0;
      created.add(new Server(isBehind ? shape.nextLong(1, 600_000) : 0));
    }
    return created;
  }

  private void createTables() {
    TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.addAll(List.of(LockColumn.family(), Content.F, Content.G));
    int rows = 1 + shape.nextInt(4);
    for (TableName table : TABLES) {
      cluster.createTable(new TableFacts(table, families, floor, Durability.SYNC_WAL));
      for (int i = 0; i < rows; i++) {
        createRow(new RowKey(table, Bytes.toBytes("r" + i)));
      }
    }
  }

  /** Some rows were adopted with their data; some have been written or fenced long ago. */
  private void createRow(RowKey key) {
    boolean hasData = shape.nextInt(3) == 0;
    if (hasData) {
      Put put = new Put(key.row());
      put.addColumn(Content.F, Content.LIST, firstCells, Bytes.toBytes(".0"));
      cluster.rawWrite(key.table(), put);
    }
    if (shape.nextBoolean() && faults.contains(Fault.VACUUM)) {
      StoredLock lock = LockSeeds.draw(firstCells, shape);
      Put put = new Put(key.row());
      put.addColumn(LockColumn.family(), LockColumn.qualifier(), lock.time(), lock.bytes());
      cluster.rawWrite(key.table(), put);
      noted.add(new NotedLock(key, lock));
    }
    initial.put(key, hasData ? new Content(".0", null, null) : Content.NOTHING);
  }

  private void splitAtFirst(List<RowKey> rows) {
    for (RowKey key : rows) {
      if (shape.nextInt(3) == 0) {
        for (Location location : servers.locations(key.table())) {
          servers.split(location, key.row());
        }
      }
    }
  }

  private void addClient(int number) {
    RandomGenerator dice = plan.dice("client", number);
    String name = "client-" + (number + 1);
    ClientContext context = context(name, wire(faults, dice), faults, dice);
    Surroundings surroundings = surroundings(context.life(), clock(name, dice), dice);
    List<RowKey> rows = List.copyOf(initial.keySet());
    SimulatedClient client =
        new SimulatedClient(context, number, surroundings, settings(dice), rows, history, tale);
    planMisfortunes(context, dice);
    CrashPoint crash = plan.crash();
    if (crash != null && crash.client() == number) {
      context.life().crashAt(crash.request());
    }
    clients.add(client);
  }

  private ClientContext context(String name, Wire wire, Set<Fault> possible, RandomGenerator dice) {
    ClientLife life = new ClientLife(time);
    life.tell(() -> struck(name, Fault.CRASH), () -> struck(name, Fault.CLIENT_PAUSE));
    boolean freezes = dice.nextBoolean();
    StaleView view = new StaleView(audit, split(dice), freezes);
    boolean pauses = dice.nextInt(3) == 0 && possible.contains(Fault.CLIENT_PAUSE);
    boolean dies = dice.nextInt(4) == 0 && possible.contains(Fault.CRASH);
    Duration pause = pauses ? lease.multipliedBy(6) : Duration.ZERO;
    Frailty frailty = new Frailty(life, split(dice), pause, dies);
    wires.add(wire);
    lives.add(life);
    views.add(view);
    RegionCache regions = new RegionCache(servers);
    return new ClientContext(
        name, life, wire, servers, regions, cluster, audit, view, frailty, counts);
  }

  private void planMisfortunes(ClientContext client, RandomGenerator dice) {
    boolean crashes = dice.nextInt(4) == 0;
    int crashAt = 1 + dice.nextInt(250);
    boolean pauses = dice.nextInt(4) == 0;
    int pauseAt = 1 + dice.nextInt(200);
    Duration pause = Duration.ofNanos(dice.nextLong(lease.multipliedBy(4).toNanos()));
    boolean isCutOff = dice.nextInt(3) == 0;
    Outage outage = Outage.draw(lease.multipliedBy(10), dice);
    boolean isStubborn = dice.nextInt(3) == 0;
    StubbornRows rows = new StubbornRows(split(dice));
    if (crashes && faults.contains(Fault.CRASH)) {
      client.life().crashAt(crashAt);
    }
    if (pauses && faults.contains(Fault.CLIENT_PAUSE)) {
      client.life().pauseAt(pauseAt, pause);
    }
    if (isCutOff && faults.contains(Fault.OUTAGE)) {
      client.wire().plan(outage);
    }
    if (isStubborn && faults.contains(Fault.STUBBORN_ROW)) {
      client.wire().plan(rows);
    }
  }

  private void struck(String client, Fault fault) {
    counts.count(fault);
    tale.tell(client, fault::option);
  }

  private Wire wire(Set<Fault> possible, RandomGenerator dice) {
    long micros = List.of(100, 500, 500, 5000).get(dice.nextInt(4));
    Pace pace =
        new Pace(
            Duration.ofNanos(micros * 1000),
            Duration.ofNanos(micros * 1000 * (4 + dice.nextInt(60))),
            lease.multipliedBy(3));
    MessageDice messages =
        new MessageDice(withoutStaleReads(possible), plan.dice("odds", 0), split(dice));
    Wire wire = new Wire(time, pace, messages, split(dice), counts);
    if (plan.dice("reads", 0).nextInt(4) == 0) {
      wire.letReadsSuffer();
    }
    return wire;
  }

  private Set<Fault> withoutStaleReads(Set<Fault> possible) {
    Set<Fault> most = new TreeSet<>(possible);
    if (!readsMayBeStale()) {
      most.remove(Fault.STALE_READ);
    }
    return most;
  }

  /** They cost the order of what is only read: three runs of four do without. */
  private boolean readsMayBeStale() {
    return plan.dice("stale", 0).nextInt(4) == 0;
  }

  private static RandomGenerator split(RandomGenerator dice) {
    return new SplittableRandom(dice.nextLong());
  }

  private ClientClock clock(String name, RandomGenerator dice) {
    ClientClock clock = new ClientClock(time);
    long most = List.of(20, 2_000, 3_600_000).get(dice.nextInt(3));
    long skew = dice.nextLong(-most, most);
    boolean jumps = dice.nextBoolean();
    Duration when = Duration.ofNanos(dice.nextLong(Duration.ofMillis(300).toNanos()));
    long jump = dice.nextLong(-most / 3 - 1, most / 3 + 1);
    if (faults.contains(Fault.CLOCK_SKEW)) {
      counts.count(Fault.CLOCK_SKEW);
      clock.jump(skew);
    }
    if (jumps && faults.contains(Fault.CLOCK_JUMP)) {
      time.schedule(
          when,
          () -> {
            struck(name, Fault.CLOCK_JUMP);
            clock.jump(jump);
          });
    }
    return clock;
  }

  private static Surroundings surroundings(
      ClientLife life, ClientClock clock, RandomGenerator dice) {
    return new Surroundings(clock, life, split(dice));
  }

  private ProtocolSettings settings(RandomGenerator dice) {
    Duration wait = Duration.ofMillis(List.of(5, 30, 300).get(dice.nextInt(3)));
    int uneven = dice.nextInt(4);
    boolean waits = dice.nextInt(4) == 0;
    Duration own = lease;
    if (uneven < 2 && faults.contains(Fault.UNEVEN_LEASE)) {
      counts.count(Fault.UNEVEN_LEASE);
      own = uneven == 0 ? lease.multipliedBy(4) : lease.dividedBy(4);
    }
    return new ProtocolSettings(own, wait, 1000, 1_000_000, waits, 3);
  }

  /**
   * Runs to the end and checks everything.
   *
   * @throws AssertionError when a promise was broken
   */
  public Counts run() {
    RandomGenerator streams = plan.dice("streams", 0);
    for (int i = 0; i < clients.size(); i++) {
      int all = plan.transactions().get(i);
      int first = streams.nextBoolean() ? all : all / 2;
      clients.get(i).run(first);
      clients.get(i).run(all - first);
    }
    Operator operator = addOperator();
    weather.begin();
    Duration storm = Duration.ofMillis(plan.dice("storm", 0).nextLong(20, 2_000));
    time.schedule(storm, this::heal);
    time.runUntilIdle();
    heal();
    require(time.monotonicNanos() < LIMIT.toNanos(), "it took " + time.monotonicNanos() + " ns");
    require(clients.stream().allMatch(SimulatedClient::isAtRest), "something hangs");
    require(operator.isAtRest(), "the operator hangs");
    settle();
    judge();
    return counts;
  }

  /** How many requests each client has sent. */
  List<Integer> requests() {
    return clients.stream().map(client -> client.life().requests()).toList();
  }

  long nanos() {
    return time.monotonicNanos();
  }

  private void heal() {
    wires.forEach(Wire::heal);
    lives.forEach(ClientLife::heal);
    views.forEach(StaleView::heal);
    weather.heal();
  }

  private Operator addOperator() {
    RandomGenerator dice = plan.dice("operator", 0);
    ClientContext context = context("operator", wire(faults, dice), Set.of(), dice);
    ClientClock clock = clock("operator", dice);
    Operator operator =
        new Operator(context, surroundings(context.life(), clock, dice), settings(dice));
    boolean vacuums = dice.nextInt(3) == 0;
    boolean settles = dice.nextInt(3) == 0;
    if (vacuums && faults.contains(Fault.VACUUM)) {
      operator.vacuum(noted, horizon);
      operator.vacuumWhatIsFresh(List.copyOf(initial.keySet()), horizon);
    }
    if (settles && faults.contains(Fault.OPERATOR)) {
      operator.settle(List.copyOf(initial.keySet()));
    }
    return operator;
  }

  /** A new client meets every lock that was left behind, for a few leases, and then works. */
  private void settle() {
    RandomGenerator dice = plan.dice("settler", 0);
    ClientContext context = context("settler", wire(Set.of(), dice), Set.of(), dice);
    Surroundings surroundings = surroundings(context.life(), new ClientClock(time), dice);
    List<RowKey> rows = List.copyOf(initial.keySet());
    int process = clients.size();
    ProtocolSettings settings =
        new ProtocolSettings(lease, Duration.ofMillis(30), 1000, 1_000_000, true, 3);
    SimulatedClient settler =
        new SimulatedClient(context, process, surroundings, settings, rows, history, tale);
    for (int round = 0; round < SETTLING_ROUNDS && !isFree(rows); round++) {
      settler.readEachRow();
      time.runUntilIdle();
      time.advance(lease.multipliedBy(4));
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
    return rows.stream().allMatch(audit::isFree);
  }

  private static boolean isCommitted(UserRecord record) {
    return record.outcome() == Outcome.COMMITTED;
  }

  private void judge() {
    history.forEach(record -> counts.count("transactions " + record.outcome()));
    Verdict verdict = new Verdict(history, initial, audit);
    verdict.checkEffects();
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
