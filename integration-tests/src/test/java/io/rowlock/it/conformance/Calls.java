package io.rowlock.it.conformance;

import static io.rowlock.it.conformance.Call.silent;

import io.rowlock.it.conformance.Call.Use;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Draws one call of {@link Table}. */
final class Calls {

  private Calls() {}

  /** A kind of call, which draws its arguments. */
  @FunctionalInterface
  private interface Kind {
    Use draw(Draw draw, StringBuilder text) throws IOException;
  }

  private static final List<Kind> READS =
      List.of(
          Calls::get,
          Calls::get,
          Calls::getSeveral,
          Calls::exists,
          Calls::existsSeveral,
          Calls::scan,
          Calls::scan,
          Calls::scan);

  private static final List<Kind> WRITES =
      List.of(
          Calls::put,
          Calls::put,
          Calls::putSeveral,
          Calls::delete,
          Calls::delete,
          Calls::deleteSeveral,
          Calls::increment,
          Calls::incrementColumn,
          Calls::append,
          Calls::mutateRow,
          Calls::batch,
          Calls::check,
          Calls::checkSeveral,
          OldChecks::draw);

  /** Draws the same call for the same seed and prefix, with its own objects. */
  static Call draw(long seed, String prefix) {
    Draw draw = new Draw(seed, prefix);
    StringBuilder text = new StringBuilder();
    try {
      Use use = draw.oneOf(draw.chance(2) ? READS : WRITES).draw(draw, text);
      return new Call(text + " " + draw.options(), draw.options(), use);
    } catch (IOException | RuntimeException refused) {
      return new Call("HBase's classes refuse: " + refused, List.of(), table -> "not called");
    }
  }

  private static Use get(Draw draw, StringBuilder text) {
    Get get = Reads.get(draw, draw.row());
    text.append("get ").append(get);
    return table -> table.get(get);
  }

  private static Use getSeveral(Draw draw, StringBuilder text) {
    List<Get> gets = draw.some(3, () -> Reads.get(draw, draw.row()));
    text.append("get several ").append(gets);
    return table -> table.get(gets);
  }

  private static Use exists(Draw draw, StringBuilder text) {
    Get get = Reads.get(draw, draw.row());
    text.append("exists ").append(get);
    return table -> table.exists(get);
  }

  @SuppressWarnings("deprecation") // still there in 2.6
  private static Use existsSeveral(Draw draw, StringBuilder text) {
    List<Get> gets = draw.some(3, () -> Reads.get(draw, draw.row()));
    text.append("exists several ").append(gets);
    return draw.chance(3) ? table -> table.existsAll(gets) : table -> table.exists(gets);
  }

  private static Use scan(Draw draw, StringBuilder text) {
    Scan scan = Reads.scan(draw);
    boolean free = scan.isNeedCursorResult() || scan.getAllowPartialResults();
    int most = free || !draw.chance(3) ? Integer.MAX_VALUE : 1 + draw.below(3);
    text.append("scan ").append(scan);
    return table -> Scans.read(table, scan, most);
  }

  private static Use put(Draw draw, StringBuilder text) throws IOException {
    Put put = Mutations.put(draw, draw.row());
    text.append("put ").append(put);
    return silent(table -> table.put(put));
  }

  private static Use putSeveral(Draw draw, StringBuilder text) throws IOException {
    draw.onlyWhatIsThere();
    List<Put> puts = new ArrayList<>();
    for (int left = 1 + draw.below(3); left > 0; left--) {
      puts.add(Mutations.put(draw, draw.row()));
    }
    text.append("put several ").append(puts);
    return silent(table -> table.put(puts));
  }

  private static Use delete(Draw draw, StringBuilder text) throws IOException {
    Delete delete = Mutations.delete(draw, draw.row());
    text.append("delete ").append(delete);
    return silent(table -> table.delete(delete));
  }

  private static Use deleteSeveral(Draw draw, StringBuilder text) throws IOException {
    draw.onlyWhatIsThere();
    List<Delete> deletes = new ArrayList<>();
    for (int left = 1 + draw.below(3); left > 0; left--) {
      deletes.add(Mutations.delete(draw, draw.row()));
    }
    text.append("delete several ").append(deletes);
    return table -> {
      table.delete(new ArrayList<>(deletes)); // HBase empties it
      return null;
    };
  }

  private static Use increment(Draw draw, StringBuilder text) throws IOException {
    Increment increment = Mutations.increment(draw, draw.row());
    text.append("increment ").append(increment);
    return table -> table.increment(increment);
  }

  private static Use incrementColumn(Draw draw, StringBuilder text) {
    byte[] row = draw.row();
    byte[] family = draw.family();
    byte[] qualifier = draw.chance(4) ? draw.qualifier() : Draw.NUMBER;
    long amount = draw.amount();
    text.append("incrementColumnValue ").append(amount);
    return draw.chance(2)
        ? table -> table.incrementColumnValue(row, family, qualifier, amount)
        : table -> table.incrementColumnValue(row, family, qualifier, amount, Durability.SYNC_WAL);
  }

  private static Use append(Draw draw, StringBuilder text) throws IOException {
    Append append = Mutations.append(draw, draw.row());
    text.append("append ").append(append);
    return table -> table.append(append);
  }

  private static Use mutateRow(Draw draw, StringBuilder text) throws IOException {
    RowMutations mutations = RowChanges.several(draw, draw.row());
    List<Mutation> all = mutations.getMutations();
    text.append("mutateRow ").append(all);
    return table -> table.mutateRow(mutations);
  }

  private static Use batch(Draw draw, StringBuilder text) throws IOException {
    draw.onlyWhatIsThere();
    List<Row> actions = RowChanges.batch(draw);
    text.append("batch ").append(actions);
    Batches batch = new Batches(actions);
    return draw.chance(2) ? batch::withCallback : batch::plainly;
  }

  private static Use check(Draw draw, StringBuilder text) throws IOException {
    CheckAndMutate check = RowChanges.check(draw, draw.row());
    text.append("checkAndMutate ").append(check.getAction());
    return table -> table.checkAndMutate(check);
  }

  /** Draws actions of different rows, as a batch has them. */
  private static Use checkSeveral(Draw draw, StringBuilder text) throws IOException {
    draw.onlyWhatIsThere();
    List<CheckAndMutate> checks = new ArrayList<>();
    for (byte[] row : draw.distinctRows()) {
      if (draw.chance(2)) {
        checks.add(RowChanges.check(draw, row));
      }
    }
    text.append("checkAndMutate several ").append(checks);
    return table -> table.checkAndMutate(checks);
  }
}
