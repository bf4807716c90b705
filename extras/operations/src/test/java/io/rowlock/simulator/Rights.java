package io.rowlock.simulator;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The permissions of one client's user: mostly all.
 *
 * @param denied families that it may not write to: the servers refuse
 * @param hidden families that it may not read: the servers omit their cells
 */
record Rights(NavigableSet<byte[]> denied, NavigableSet<byte[]> hidden) {

  static final Rights ALL = new Rights(none(), none());

  static Rights draw(Plan plan, int client) {
    if (plan.dice("readers", client).nextInt(12) == 0) {
      return reader();
    }
    SplittableRandom dice = plan.dice("rights", client);
    if (dice.nextInt(6) > 0) {
      return ALL;
    }
    Rights some = new Rights(none(), none());
    NavigableSet<byte[]> lacking = dice.nextBoolean() ? some.denied() : some.hidden();
    lacking.add(dice.nextInt(3) == 0 ? Content.D : Content.F);
    return some;
  }

  /** Returns the rights of a reader, which meets locks that it may not settle. */
  private static Rights reader() {
    NavigableSet<byte[]> all = none();
    all.addAll(List.of(LockColumn.family(), Content.F, Content.G, Content.D, Content.H));
    return new Rights(all, none());
  }

  private static NavigableSet<byte[]> none() {
    return new TreeSet<>(Bytes.BYTES_COMPARATOR);
  }

  TableFacts show(TableFacts facts) {
    return new TableFacts(
        facts.table(),
        facts.families(),
        facts.oneVersion(),
        facts.floor(),
        facts.durability(),
        denied,
        hidden,
        facts.flaws(),
        false);
  }

  StoredRow show(StoredRow row) {
    if (hidden.isEmpty()) {
      return row;
    }
    List<Cell> cells =
        row.cells().stream().filter(cell -> !hidden.contains(CellUtil.cloneFamily(cell))).toList();
    return new StoredRow(row.key(), cells, row.lock());
  }

  boolean allow(ConditionalWrite write) {
    if (denied.contains(LockColumn.family())) {
      return false;
    }
    for (Mutation mutation : write.data()) {
      if (mutation.getFamilyCellMap().keySet().stream().anyMatch(denied::contains)) {
        return false;
      }
    }
    return true;
  }

  boolean hides(byte[] family) {
    return hidden.contains(family);
  }
}
