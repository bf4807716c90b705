package io.rowlock.it.conformance;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Draws mutations of one row. */
@SuppressWarnings("deprecation") // also draws deprecated methods
final class Mutations {

  private static final long NOW = HConstants.LATEST_TIMESTAMP;

  private Mutations() {}

  /** Draws a mutation of any kind. */
  static Mutation any(Draw draw, byte[] row) throws IOException {
    return switch (draw.below(5)) {
      case 0 -> delete(draw, row);
      case 1 -> increment(draw, row);
      case 2 -> append(draw, row);
      default -> put(draw, row);
    };
  }

  static Put put(Draw draw, byte[] row) throws IOException {
    Put put = draw.chance(4) ? new Put(ByteBuffer.wrap(row)) : new Put(row);
    for (int cells = 1 + draw.below(3); cells > 0; cells--) {
      boolean number = draw.chance(4);
      byte[] qualifier = number ? Draw.NUMBER : draw.qualifier();
      addCell(draw, put, qualifier, number ? draw.number() : draw.value());
    }
    return withOptions(draw, put);
  }

  private static void addCell(Draw draw, Put put, byte[] qualifier, byte[] value)
      throws IOException {
    byte[] family = draw.family();
    switch (draw.below(8)) {
      case 0 -> {
        draw.note("Put.addImmutable");
        put.addImmutable(family, qualifier, value);
      }
      case 1 -> {
        draw.note("Put.add");
        put.add(cell(put.getRow(), family, qualifier, Cell.Type.Put, value));
      }
      case 2 -> put.addColumn(family, ByteBuffer.wrap(qualifier), NOW, ByteBuffer.wrap(value));
      default -> {
        draw.note("Put.addColumn");
        put.addColumn(family, qualifier, value);
      }
    }
  }

  private static Cell cell(
      byte[] row, byte[] family, byte[] qualifier, Cell.Type type, byte[] value) {
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(row)
        .setFamily(family)
        .setQualifier(qualifier)
        .setTimestamp(NOW)
        .setType(type)
        .setValue(value)
        .build();
  }

  static Delete delete(Draw draw, byte[] row) throws IOException {
    Delete delete = new Delete(row);
    for (int parts = draw.below(3); parts > 0; parts--) {
      byte[] family = draw.family();
      byte[] qualifier = draw.chance(4) ? Draw.NUMBER : draw.qualifier();
      switch (draw.below(6)) {
        case 0 -> {
          draw.note("Delete.addFamily");
          delete.addFamily(family);
        }
        case 1 -> {
          draw.note("Delete.add");
          delete.add(cell(row, family, qualifier, Cell.Type.DeleteColumn, new byte[0]));
        }
        case 2 -> {
          draw.note("Delete.addDeleteMarker");
          addMarker(delete, cell(row, family, qualifier, Cell.Type.DeleteColumn, new byte[0]));
        }
        default -> {
          draw.note("Delete.addColumns");
          delete.addColumns(family, qualifier);
        }
      }
    }
    return withOptions(draw, delete);
  }

  private static void addMarker(Delete delete, Cell marker) throws IOException {
    delete.addDeleteMarker(marker);
  }

  /** Draws an update without a result, of numbers only: other failures would come at the commit. */
  static Increment increment(Draw draw, byte[] row) throws IOException {
    Increment increment = new Increment(row);
    boolean silent = draw.chance(4);
    boolean surely = silent || draw.isOnlyWhatIsThere();
    for (byte[] family : families(draw)) {
      byte[] qualifier = surely || !draw.chance(8) ? Draw.NUMBER : draw.qualifier();
      for (int deltas = deltas(draw); deltas > 0; deltas--) {
        addTo(increment, draw, family, qualifier);
      }
    }
    if (silent || draw.chance(4)) {
      draw.note("Increment.setReturnResults");
      increment.setReturnResults(!silent);
    }
    return withOptions(draw, increment);
  }

  private static void addTo(Increment increment, Draw draw, byte[] family, byte[] qualifier)
      throws IOException {
    long amount = draw.amount();
    if (draw.chance(8)) {
      draw.note("Increment.add");
      byte[] row = increment.getRow();
      increment.add(cell(row, family, qualifier, Cell.Type.Put, Bytes.toBytes(amount)));
    } else {
      draw.note("Increment.addColumn");
      increment.addColumn(family, qualifier, amount);
    }
  }

  /** Draws columns: usually one, sometimes several. */
  private static int deltas(Draw draw) {
    return draw.chance(4) ? 2 + draw.below(2) : 1;
  }

  private static List<byte[]> families(Draw draw) {
    return draw.chance(4) ? List.of(Draw.F, Draw.G) : List.of(draw.family());
  }

  static Append append(Draw draw, byte[] row) throws IOException {
    Append append = new Append(row);
    for (byte[] family : families(draw)) {
      byte[] qualifier = draw.qualifier();
      for (int deltas = deltas(draw); deltas > 0; deltas--) {
        addTo(append, draw, family, qualifier);
      }
    }
    draw.maybe(4, "Append.setReturnResults", () -> append.setReturnResults(draw.chance(2)));
    return withOptions(draw, append);
  }

  private static void addTo(Append append, Draw draw, byte[] family, byte[] qualifier) {
    byte[] value = draw.value();
    switch (draw.below(6)) {
      case 0 -> {
        draw.note("Append.add");
        append.add(cell(append.getRow(), family, qualifier, Cell.Type.Put, value));
      }
      case 1 -> {
        draw.note("Append.add");
        append.add(family, qualifier, value);
      }
      default -> {
        draw.note("Append.addColumn");
        append.addColumn(family, qualifier, value);
      }
    }
  }

  /** Sets the attributes that all kinds have; none of them changes an answer. */
  private static <T extends Mutation> T withOptions(Draw draw, T mutation) {
    String type = mutation.getClass().getSimpleName();
    List<Durability> durabilities =
        List.of(Durability.USE_DEFAULT, Durability.SYNC_WAL, Durability.ASYNC_WAL);
    draw.maybe(20, type + ".setId", () -> mutation.setId("an-id"));
    draw.maybe(20, type + ".setPriority", () -> mutation.setPriority(10));
    draw.maybe(20, type + ".setTimestamp", () -> mutation.setTimestamp(NOW));
    draw.maybe(20, type + ".setDurability", () -> mutation.setDurability(draw.oneOf(durabilities)));
    draw.maybe(
        20,
        type + ".setFamilyCellMap",
        () -> mutation.setFamilyCellMap(mutation.getFamilyCellMap()));
    return mutation;
  }
}
