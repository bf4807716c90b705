package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Environment;
import io.rowlock.simulator.Wire.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Creates processes with their networks, clocks and settings, and plans their faults. */
final class ClientMaker {

  private final World world;
  private final LimitDice knobs;
  private final List<Wire> wires = new ArrayList<>();
  private final List<ClientLife> lives = new ArrayList<>();
  private final List<StaleView> views = new ArrayList<>();
  private int made;

  ClientMaker(World world) {
    this.world = world;
    this.knobs = new LimitDice(world.plan);
  }

  /** Returns the time after which every client knows a change of a table. */
  Duration known() {
    return knobs.factsAge().neverBeyond();
  }

  /** Stops all faults for the clients that are still alive. */
  void heal() {
    wires.forEach(Wire::heal);
    lives.forEach(ClientLife::heal);
    views.forEach(StaleView::heal);
  }

  /**
   * Creates a process that can reach the servers.
   *
   * @param rights of its user
   * @param onItsWay faults of its messages
   * @param onItself faults of the client at the worst moments
   */
  ClientContext context(
      String name, Rights rights, Set<Fault> onItsWay, Set<Fault> onItself, SplittableRandom dice) {
    Wire wire = wire(onItsWay, dice);
    ClientLife life = new ClientLife(world.time);
    life.watch(() -> world.struck(name, Fault.CRASH), () -> world.struck(name, Fault.CLIENT_PAUSE));
    boolean freezes = dice.nextBoolean();
    StaleView view = new StaleView(world.audit, split(dice), freezes);
    boolean pauses = dice.nextInt(3) == 0 && onItself.contains(Fault.CLIENT_PAUSE);
    boolean dies = dice.nextInt(4) == 0 && onItself.contains(Fault.CRASH);
    Duration pause = pauses ? world.lease.multipliedBy(6) : Duration.ZERO;
    ClientFaults clientFaults = new ClientFaults(life, split(dice), pause, dies);
    wires.add(wire);
    lives.add(life);
    views.add(view);
    RegionCache regions = new RegionCache(world.servers);
    return new ClientContext(
        name,
        life,
        wire,
        world.servers,
        regions,
        world.cluster,
        world.audit,
        view,
        clientFaults,
        world.changes,
        rights,
        world.plan.dice("regions", name.hashCode()).nextInt(3) > 0,
        world.plan.dice("unapplied", name.hashCode()).nextInt(3) == 0,
        world.counts);
  }

  /** Plans faults at times that are drawn in advance. */
  void planMisfortunes(ClientContext client, SplittableRandom dice) {
    boolean crashes = dice.nextInt(4) == 0;
    int crashAt = 1 + dice.nextInt(250);
    boolean pauses = dice.nextInt(4) == 0;
    int pauseAt = 1 + dice.nextInt(200);
    Duration pause = Duration.ofNanos(dice.nextLong(world.lease.multipliedBy(4).toNanos()));
    boolean isCutOff = dice.nextInt(3) == 0;
    Outage outage = Outage.draw(world.lease.multipliedBy(10), dice);
    boolean isStubborn = dice.nextInt(3) == 0;
    SplittableRandom ofRows = split(dice);
    if (crashes && world.faults.contains(Fault.CRASH)) {
      client.life().crashAt(crashAt);
    }
    if (pauses && world.faults.contains(Fault.CLIENT_PAUSE)) {
      client.life().pauseAt(pauseAt, pause);
    }
    if (isCutOff && world.faults.contains(Fault.OUTAGE)) {
      client.wire().plan(outage);
    }
    if (isStubborn && world.faults.contains(Fault.STUBBORN_ROW)) {
      client.wire().plan(repeatedFaults(client, ofRows));
    }
  }

  private RepeatedFaults repeatedFaults(ClientContext client, SplittableRandom dice) {
    boolean refuses = world.plan.dice("refusals", 0).nextInt(4) == 0;
    boolean hides = world.readsMayBeStale() && world.faults.contains(Fault.STALE_READ);
    return refuses && world.faults.contains(Fault.REFUSED_REPLY)
        ? RepeatedFaults.ofRefusals(hides ? client.staleView() : null, dice)
        : RepeatedFaults.ofFailures(dice);
  }

  private Wire wire(Set<Fault> possible, SplittableRandom dice) {
    long micros = List.of(100, 500, 500, 5000).get(dice.nextInt(4));
    Pace pace =
        new Pace(
            Duration.ofNanos(micros * 1000),
            Duration.ofNanos(micros * 1000 * (4 + dice.nextInt(60))),
            world.lease.multipliedBy(3));
    MessageDice messages =
        new MessageDice(withoutStaleReads(possible), world.plan.dice("odds", 0), split(dice));
    Wire wire = new Wire(world.time, pace, messages, split(dice), world.counts);
    if (world.plan.dice("reads", 0).nextInt(4) == 0) {
      wire.letReadsSuffer();
    }
    return wire;
  }

  private Set<Fault> withoutStaleReads(Set<Fault> possible) {
    Set<Fault> most = new TreeSet<>(possible);
    if (!world.readsMayBeStale()) {
      most.remove(Fault.STALE_READ);
    }
    return most;
  }

  private static SplittableRandom split(SplittableRandom dice) {
    return new SplittableRandom(dice.nextLong());
  }

  /** Creates a clock that may be wrong, and jump. */
  ClientClock clock(String name, SplittableRandom dice) {
    ClientClock clock = new ClientClock(world.time);
    long most = List.of(20, 2_000, 3_600_000).get(dice.nextInt(3));
    long skew = dice.nextLong(-most, most);
    boolean jumps = dice.nextBoolean();
    Duration when = Duration.ofNanos(dice.nextLong(Duration.ofMillis(300).toNanos()));
    long jump = dice.nextLong(-most / 3 - 1, most / 3 + 1);
    if (world.faults.contains(Fault.CLOCK_SKEW)) {
      world.counts.count(Fault.CLOCK_SKEW);
      clock.jump(skew + world.calendar.skew(name));
    }
    if (jumps && world.faults.contains(Fault.CLOCK_JUMP)) {
      world.time.schedule(
          when,
          () -> {
            world.struck(name, Fault.CLOCK_JUMP);
            clock.jump(jump);
          });
    }
    return clock;
  }

  static Environment environment(ClientLife life, ClientClock clock, SplittableRandom dice) {
    return new Environment(clock, life, split(dice)::nextLong);
  }

  ProtocolSettings settings(SplittableRandom dice) {
    Duration wait = Duration.ofMillis(List.of(5, 30, 300).get(dice.nextInt(3)));
    int uneven = dice.nextInt(4);
    boolean waits = dice.nextInt(4) == 0;
    Duration own = world.lease;
    if (uneven < 2 && world.faults.contains(Fault.UNEVEN_LEASE)) {
      world.counts.count(Fault.UNEVEN_LEASE);
      own = uneven == 0 ? world.lease.multipliedBy(4) : world.lease.dividedBy(4);
    }
    int client = made++;
    return new ProtocolSettings(
        own,
        knobs.lockWait(client, wait),
        1000,
        1_000_000,
        waits,
        knobs.maxBackgroundTransactions(client),
        knobs.factsAge(),
        knobs.limits(client));
  }
}
