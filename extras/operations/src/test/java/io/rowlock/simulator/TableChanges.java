package io.rowlock.simulator;

import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The administrator's changes of tables while transactions run: makes one read-only for a while,
 * adds a family that users write to as soon as every client knows it, drops one with all its cells
 * and adds it again.
 */
final class TableChanges {

  private static final Duration LATEST = Duration.ofMillis(300);
  private static final String READ_ONLY = "it is READONLY";

  private final Plan plan;
  private final MemoryCluster cluster;
  private final VirtualTime time;
  private final List<TableName> tables;
  private final World world;
  private long newFamilyKnownAt = Long.MAX_VALUE;
  private boolean isOver;

  TableChanges(World world, List<TableName> tables) {
    this.world = world;
    this.plan = world.plan;
    this.cluster = world.cluster;
    this.time = world.time;
    this.tables = tables;
  }

  /**
   * Begins the changes.
   *
   * @param known the time after which every client knows a new family
   */
  void begin(Duration known) {
    for (TableName table : tables) {
      SplittableRandom dice = plan.dice("tables", table.getNameAsString().hashCode());
      Duration when = upTo(LATEST, dice);
      Duration forHowLong = upTo(world.lease.multipliedBy(8), dice);
      Duration dropped = upTo(LATEST, dice);
      Duration added = dropped.plus(upTo(world.lease.multipliedBy(4), dice));
      if (occurs(Fault.READ_ONLY_TABLE, dice)) {
        time.schedule(when, () -> alter(Fault.READ_ONLY_TABLE, readOnly(table, true)));
        time.schedule(when.plus(forHowLong), () -> cluster.alterTable(readOnly(table, false)));
      }
      if (occurs(Fault.FAMILY_DROPPED, dice)) {
        time.schedule(dropped, () -> alter(Fault.FAMILY_DROPPED, family(table, Content.D, false)));
        time.schedule(added, () -> cluster.alterTable(family(table, Content.D, true)));
      }
    }
    SplittableRandom dice = plan.dice("family", 0);
    Duration when = upTo(LATEST.dividedBy(4), dice);
    if (occurs(Fault.FAMILY_ADDED, dice)) {
      time.schedule(when, () -> addFamily(known));
    }
  }

  private void addFamily(Duration known) {
    if (!isOver) {
      tables.forEach(table -> alter(Fault.FAMILY_ADDED, family(table, Content.H, true)));
      newFamilyKnownAt = time.monotonicNanos() + known.toNanos();
    }
  }

  private boolean occurs(Fault fault, SplittableRandom dice) {
    return dice.nextInt(3) == 0 && world.faults.contains(fault);
  }

  private void alter(Fault fault, TableFacts facts) {
    if (!isOver) {
      world.struck("master", fault);
      cluster.alterTable(facts);
    }
  }

  /** Returns the families that users may write to besides those that always exist. */
  List<byte[]> moreFamilies() {
    return time.monotonicNanos() > newFamilyKnownAt
        ? List.of(Content.D, Content.H)
        : List.of(Content.D);
  }

  boolean isReadOnly(TableName table) {
    return cluster.describe(table).flaws().contains(READ_ONLY);
  }

  void heal() {
    isOver = true;
    for (TableName table : tables) {
      cluster.alterTable(readOnly(table, false));
      cluster.alterTable(family(table, Content.D, true));
    }
  }

  /**
   * Returns the facts of a table at the start.
   *
   * @param keepsVersions whether its families keep several versions, and otherwise one
   */
  static TableFacts firstFacts(TableName table, long floor, boolean keepsVersions) {
    return new TableFacts(
        table,
        set(LockColumn.family(), Content.F, Content.G, Content.D),
        keepsVersions ? set() : set(Content.F, Content.G, Content.D, Content.H),
        floor,
        Durability.SYNC_WAL,
        set(),
        set(),
        List.of(),
        false);
  }

  private static NavigableSet<byte[]> set(byte[]... families) {
    NavigableSet<byte[]> set = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    set.addAll(List.of(families));
    return set;
  }

  private TableFacts readOnly(TableName table, boolean is) {
    TableFacts now = cluster.describe(table);
    return new TableFacts(
        table,
        now.families(),
        now.oneVersion(),
        now.floor(),
        now.durability(),
        now.denied(),
        now.hidden(),
        is ? List.of(READ_ONLY) : List.of(),
        false);
  }

  private TableFacts family(TableName table, byte[] family, boolean is) {
    TableFacts now = cluster.describe(table);
    NavigableSet<byte[]> families = new TreeSet<>(now.families());
    if (is) {
      families.add(family);
    } else {
      families.remove(family);
    }
    return new TableFacts(
        table,
        families,
        now.oneVersion(),
        now.floor(),
        now.durability(),
        now.denied(),
        now.hidden(),
        new ArrayList<>(now.flaws()),
        false);
  }

  private static Duration upTo(Duration longest, SplittableRandom dice) {
    return Duration.ofNanos(dice.nextLong(longest.toNanos()));
  }
}
