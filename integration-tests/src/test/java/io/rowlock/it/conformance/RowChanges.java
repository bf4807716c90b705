package io.rowlock.it.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/** Draws calls of several mutations, or of a condition and mutations. */
final class RowChanges {

  private RowChanges() {}

  /**
   * Draws mutations of different columns, except that puts and deletes may follow updates of the
   * same column. HBase gives all of them one timestamp and reads the values to update before any of
   * them, so the order of other combinations has no effect there.
   */
  static RowMutations several(Draw draw, byte[] row) throws IOException {
    return several(draw, row, true);
  }

  /**
   * Draws mutations of different columns, for a condition. HBase stamps the puts behind a condition
   * before it takes the time for the updates (HRegion.checkAndMutateInternal): if a millisecond
   * passes in between, an update hides a later put to its column.
   */
  static RowMutations independent(Draw draw, byte[] row) throws IOException {
    return several(draw, row, false);
  }

  private static RowMutations several(Draw draw, byte[] row, boolean writesFollowUpdates)
      throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    List<List<byte[]>> updated = new ArrayList<>();
    List<List<byte[]>> written = new ArrayList<>();
    for (Mutation mutation : drawn(draw, row)) {
      boolean isUpdate = mutation instanceof Increment || mutation instanceof Append;
      boolean mayFollowUpdate = !isUpdate && writesFollowUpdates;
      List<byte[]> touched = columnsOf(mutation);
      if (!touched.isEmpty()
          && disjoint(written, touched)
          && (mayFollowUpdate || disjoint(updated, touched))) {
        (isUpdate ? updated : written).add(touched);
        mutations.add(mutation);
      }
    }
    return gathered(draw, row, mutations);
  }

  private static List<Mutation> drawn(Draw draw, byte[] row) throws IOException {
    List<Mutation> drawn = new ArrayList<>();
    for (int left = 1 + draw.below(4); left > 0; left--) {
      drawn.add(Mutations.any(draw, row));
    }
    return drawn;
  }

  /**
   * Returns family and qualifier; the family alone if it is deleted; nothing if the row is deleted.
   */
  private static List<byte[]> columnsOf(Mutation mutation) {
    List<byte[]> columns = new ArrayList<>();
    mutation
        .getFamilyCellMap()
        .forEach(
            (family, cells) ->
                cells.forEach(
                    cell ->
                        columns.add(
                            Bytes.add(family, Bytes.toBytes(":"), CellUtil.cloneQualifier(cell)))));
    return columns;
  }

  private static boolean disjoint(List<List<byte[]>> earlier, List<byte[]> touched) {
    return earlier.stream()
        .flatMap(List::stream)
        .noneMatch(
            one ->
                touched.stream()
                    .anyMatch(
                        other -> Bytes.startsWith(one, other) || Bytes.startsWith(other, one)));
  }

  private static RowMutations gathered(Draw draw, byte[] row, List<Mutation> mutations)
      throws IOException {
    if (!mutations.isEmpty() && draw.chance(3)) {
      draw.note("RowMutations.of");
      return RowMutations.of(mutations);
    }
    RowMutations gathered = new RowMutations(row);
    draw.note("RowMutations.add");
    return mutations.isEmpty()
        ? gathered.add((Mutation) new Put(row).addColumn(Draw.F, Draw.NUMBER, draw.number()))
        : gathered.add(mutations);
  }

  static CheckAndMutate check(Draw draw, byte[] row) throws IOException {
    CheckAndMutate.Builder builder = condition(draw, CheckAndMutate.newBuilder(row));
    draw.onlyWhatIsThere(); // HBase checks it only if the condition holds
    draw.note("CheckAndMutate.Builder.build");
    return switch (draw.below(6)) {
      case 0 -> builder.build(Mutations.delete(draw, row));
      case 1 -> builder.build(Mutations.increment(draw, row));
      case 2 -> builder.build(Mutations.append(draw, row));
      case 3 -> builder.build(independent(draw, row));
      default -> builder.build(Mutations.put(draw, row));
    };
  }

  private static CheckAndMutate.Builder condition(Draw draw, CheckAndMutate.Builder builder) {
    byte[] family = draw.family();
    byte[] qualifier = draw.qualifier();
    byte[] value = draw.value();
    switch (draw.below(4)) {
      case 0 -> {
        draw.note("CheckAndMutate.Builder.ifNotExists");
        return builder.ifNotExists(family, qualifier);
      }
      case 1 -> {
        draw.note("CheckAndMutate.Builder.ifEquals");
        return builder.ifEquals(family, qualifier, value);
      }
      case 2 -> {
        draw.note("CheckAndMutate.Builder.ifMatches");
        return builder.ifMatches(Filters.any(draw));
      }
      default -> {
        draw.note("CheckAndMutate.Builder.ifMatches");
        return builder.ifMatches(family, qualifier, draw.operator(), value);
      }
    }
  }

  /**
   * Draws actions of different rows: HBase guarantees no order within a batch. Gets may be of any
   * row that is only read.
   */
  static List<Row> batch(Draw draw) throws IOException {
    List<Row> actions = new ArrayList<>();
    for (byte[] row : draw.distinctRows()) {
      switch (draw.below(8)) {
        case 0 -> actions.add(Mutations.put(draw, row));
        case 1 -> actions.add(Mutations.delete(draw, row));
        case 2 -> actions.add(Mutations.increment(draw, row));
        case 3 -> actions.add(Mutations.append(draw, row));
        case 4 -> actions.add(several(draw, row));
        case 5 -> actions.add(check(draw, row));
        default -> actions.add(Reads.get(draw, row));
      }
    }
    return actions;
  }
}
