package io.rowlock.simulator;

import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.TableFacts;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.exceptions.MasterStoppedException;
import org.apache.hadoop.hbase.util.Bytes;

/** A store whose master is not always available, and describes a different table each time. */
final class FickleStore extends ForwardingRowStore {

  private final TableName fickle;
  private final SplittableRandom dice;
  private boolean isFickle;

  /**
   * Creates a view.
   *
   * @param fickle the table that changes
   */
  FickleStore(RowStore store, TableName fickle, SplittableRandom dice) {
    super(store);
    this.fickle = fickle;
    this.dice = dice;
  }

  void setFickle(boolean now) {
    isFickle = now;
  }

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    CompletableFuture<TableFacts> right = super.describe(table);
    if (!isFickle) {
      return right;
    }
    int drawn = dice.nextInt(12);
    return switch (drawn) {
      case 0, 1, 2 -> CompletableFuture.failedFuture(new IOException("Simulated: no master"));
      case 3 -> CompletableFuture.failedFuture(new MasterStoppedException());
      case 4 -> CompletableFuture.failedFuture(new DoNotRetryIOException("Simulated: no such"));
      default -> table.equals(fickle) ? right.thenApply(facts -> other(facts, drawn)) : right;
    };
  }

  private TableFacts other(TableFacts facts, int drawn) {
    return switch (drawn) {
      case 5 -> with(facts, set(Content.F), set(), set(), List.of());
      case 6 -> with(facts, facts.families(), set(Content.G), set(), List.of());
      case 7 -> with(facts, facts.families(), set(LockColumn.family()), set(), List.of());
      case 8 -> with(facts, facts.families(), set(), set(Content.F), List.of());
      case 9 -> with(facts, facts.families(), set(), set(LockColumn.family()), List.of());
      case 10 -> with(facts, facts.families(), set(), set(), List.of("it is simulated"));
      default -> facts;
    };
  }

  private static TableFacts with(
      TableFacts facts,
      NavigableSet<byte[]> families,
      NavigableSet<byte[]> denied,
      NavigableSet<byte[]> hidden,
      List<String> flaws) {
    return new TableFacts(
        facts.table(),
        families,
        facts.oneVersion(),
        facts.floor(),
        facts.durability(),
        denied,
        hidden,
        flaws,
        false);
  }

  private static NavigableSet<byte[]> set(byte[]... names) {
    TreeSet<byte[]> set = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    set.addAll(List.of(names));
    return set;
  }
}
