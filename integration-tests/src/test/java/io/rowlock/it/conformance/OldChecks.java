package io.rowlock.it.conformance;

import io.rowlock.it.conformance.Call.Use;
import java.io.IOException;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table.CheckAndMutateBuilder;
import org.apache.hadoop.hbase.client.Table.CheckAndMutateWithFilterBuilder;
import org.apache.hadoop.hbase.filter.CompareFilter.CompareOp;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/** Draws the deprecated ways of checking and mutating, which HBase 2.6 still has. */
@SuppressWarnings("deprecation")
final class OldChecks {

  private OldChecks() {}

  static Use draw(Draw draw, StringBuilder text) throws IOException {
    byte[] row = draw.row();
    return switch (draw.below(5)) {
      case 0, 1 -> byBuilder(draw, row, text);
      case 2 -> byFilter(draw, row, text);
      default -> byMethod(draw, row, text);
    };
  }

  private static Use byBuilder(Draw draw, byte[] row, StringBuilder text) throws IOException {
    byte[] family = draw.family();
    byte[] qualifier = draw.chance(8) ? null : draw.qualifier();
    int condition = draw.below(3);
    CompareOperator operator = draw.operator();
    byte[] value = draw.value();
    Then then = Then.draw(draw, row);
    text.append("check builder ").append(condition).append(' ').append(operator).append(' ');
    text.append(Bytes.toStringBinary(family)).append(Bytes.toStringBinary(value)).append(then);
    return table -> {
      CheckAndMutateBuilder builder = table.checkAndMutate(row, family);
      if (qualifier != null) {
        builder = builder.qualifier(qualifier);
      }
      return then.after(
          switch (condition) {
            case 0 -> builder.ifNotExists();
            case 1 -> builder.ifEquals(value);
            default -> builder.ifMatches(operator, value);
          });
    };
  }

  private static Use byFilter(Draw draw, byte[] row, StringBuilder text) throws IOException {
    Filter filter = Filters.any(draw);
    Then then = Then.draw(draw, row);
    text.append("check builder ").append(filter).append(then);
    return table -> then.after(table.checkAndMutate(row, filter));
  }

  /** The action if the condition holds. */
  private record Then(int kind, Put put, Delete delete, RowMutations mutations) {

    static Then draw(Draw draw, byte[] row) throws IOException {
      draw.onlyWhatIsThere(); // HBase checks it only if the condition holds
      return new Then(
          draw.below(3),
          Mutations.put(draw, row),
          Mutations.delete(draw, row),
          RowChanges.independent(draw, row));
    }

    boolean after(CheckAndMutateBuilder builder) throws IOException {
      return switch (kind) {
        case 0 -> builder.thenPut(put);
        case 1 -> builder.thenDelete(delete);
        default -> builder.thenMutate(mutations);
      };
    }

    boolean after(CheckAndMutateWithFilterBuilder builder) throws IOException {
      return switch (kind) {
        case 0 -> builder.thenPut(put);
        case 1 -> builder.thenDelete(delete);
        default -> builder.thenMutate(mutations);
      };
    }
  }

  private static Use byMethod(Draw draw, byte[] row, StringBuilder text) throws IOException {
    byte[] f = draw.family();
    byte[] q = draw.qualifier();
    byte[] value = draw.chance(4) ? null : draw.value();
    CompareOperator operator = draw.operator();
    CompareOp old = CompareOp.valueOf(operator.name());
    Then then = Then.draw(draw, row);
    int kind = draw.below(8);
    text.append("old check ").append(kind).append(' ').append(operator).append(then);
    return switch (kind) {
      case 0 -> t -> t.checkAndPut(row, f, q, value, then.put);
      case 1 -> t -> t.checkAndPut(row, f, q, old, value, then.put);
      case 2 -> t -> t.checkAndPut(row, f, q, operator, value, then.put);
      case 3 -> t -> t.checkAndDelete(row, f, q, value, then.delete);
      case 4 -> t -> t.checkAndDelete(row, f, q, old, value, then.delete);
      case 5 -> t -> t.checkAndDelete(row, f, q, operator, value, then.delete);
      case 6 -> t -> t.checkAndMutate(row, f, q, old, value, then.mutations);
      default -> t -> t.checkAndMutate(row, f, q, operator, value, then.mutations);
    };
  }
}
