package io.rowlock.internal.transaction;

import static org.apache.hadoop.hbase.CellUtil.cloneFamily;
import static org.apache.hadoop.hbase.CellUtil.cloneQualifier;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.TableFacts;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;

/**
 * Applies mutations to a row whose committed cells are known. Collects the results of updates: the
 * values that each of them has computed, whatever later updates do. Used once.
 */
final class SeenRow {

  private final BufferedRow changed;
  private final List<Cell> committed;
  private final List<Cell> returned = new ArrayList<>();

  /**
   * Creates a row.
   *
   * @param changed with the transaction's writes so far
   */
  SeenRow(BufferedRow changed, List<Cell> committed) {
    this.changed = changed;
    this.committed = committed;
  }

  BufferedRow changed() {
    return changed;
  }

  void apply(Mutation mutation, TableFacts facts) {
    boolean isAnswered = MutationFolder.returnsResults(mutation);
    if (isAnswered) {
      MutationFolder.deltas(mutation)
          .forEach(deltas -> deltas.forEach(delta -> returned.addAll(computed(mutation, delta))));
    }
    MutationFolder.fold(mutation, changed, facts);
    changed.settle(committed);
  }

  private List<Cell> computed(Mutation update, Cell delta) {
    BufferedRow alone = changed.copyOf(cloneFamily(delta), cloneQualifier(delta));
    MutationFolder.fold(update, delta, alone);
    alone.settle(committed);
    return alone.overlay(
        List.of(), ColumnSelection.column(cloneFamily(delta), cloneQualifier(delta)));
  }

  /** Returns the results of all updates, by column; those of one column in their order. */
  Result result() {
    returned.sort(CellComparator.getInstance());
    return Results.of(returned);
  }
}
