package io.rowlock.simulator;

import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.simulation.MemoryCluster;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;

/** Two tables, one of which loses something. */
final class RuinedTables {

  /** What happens to the table. */
  private enum Ruin {
    NOTHING,
    DROPPED,
    CREATED_ANEW,
    FAMILY_DROPPED,
    LOCKS_DROPPED
  }

  private static final List<TableName> ALL =
      List.of(TableName.valueOf("one"), TableName.valueOf("other"));

  private final MemoryCluster cluster;
  private final TableName victim;
  private final Ruin ruin;

  RuinedTables(MemoryCluster cluster, SplittableRandom dice) {
    this.cluster = cluster;
    this.victim = ALL.get(dice.nextInt(ALL.size()));
    this.ruin = Ruin.values()[dice.nextInt(Ruin.values().length)];
  }

  List<TableName> all() {
    return ALL;
  }

  void create() {
    ALL.forEach(table -> cluster.createTable(table, "f", "g"));
  }

  void ruin() {
    switch (ruin) {
      case NOTHING -> {}
      case DROPPED -> cluster.dropTable(victim);
      case CREATED_ANEW -> {
        cluster.dropTable(victim);
        cluster.createTable(victim, "f", "g");
      }
      case FAMILY_DROPPED -> drop(Content.G);
      case LOCKS_DROPPED -> drop(LockColumn.family());
    }
  }

  private void drop(byte[] family) {
    TableFacts now = cluster.describe(victim);
    NavigableSet<byte[]> families = new TreeSet<>(now.families());
    families.remove(family);
    cluster.alterTable(new TableFacts(victim, families, now.floor(), now.durability()));
  }

  /** Returns whether transactions can use the table. */
  boolean isThere(TableName table) {
    boolean isLost = ruin == Ruin.DROPPED || ruin == Ruin.LOCKS_DROPPED;
    return !isLost || !table.equals(victim);
  }

  /** Returns whether anything is gone that a transaction may have written. */
  boolean isLossy() {
    return ruin != Ruin.NOTHING;
  }

  /** Returns whether rows are gone, and with them their evidence about transactions. */
  boolean losesRows() {
    return isLossy() && ruin != Ruin.FAMILY_DROPPED;
  }

  String what() {
    return ruin.name();
  }
}
