package io.rowlock.it.conformance;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The answer of a call as comparable text: results cell by cell without timestamps, failures by
 * kind. All kinds of IOException count as one, Rowlock's own included.
 *
 * @param remark for messages
 */
record Answer(String text, String remark) {

  /** Makes the call. */
  static Answer of(Call call, Table table) {
    try {
      return new Answer(of(call.use().of(table)), "");
    } catch (Throwable failure) {
      String message = String.valueOf(failure.getMessage()).replaceAll("(?s)\\s+at .*", "");
      return new Answer(of(failure), " (" + failure.getClass() + ": " + message + ")");
    }
  }

  boolean agreesWith(Answer other) {
    return text.equals(other.text);
  }

  boolean failed() {
    return text.contains("throws");
  }

  @Override
  public String toString() {
    return text + remark;
  }

  static String of(Object answer) {
    if (answer instanceof Result result) {
      return of(result, result.getExists() != null);
    }
    if (answer instanceof CheckAndMutateResult result) {
      Result returned = result.getResult();
      return result.isSuccess() + " " + (returned == null ? null : of(returned, true));
    }
    if (answer instanceof List<?> list) {
      return list.stream().map(Answer::of).collect(Collectors.joining(", ", "[", "]"));
    }
    if (answer instanceof Object[] array) {
      return of(Arrays.asList(array));
    }
    if (answer instanceof boolean[] array) {
      return Arrays.toString(array);
    }
    return answer instanceof Throwable failure ? of(failure) : String.valueOf(answer);
  }

  /**
   * @param sorted whether the cells are sorted: of several mutations, HBase returns them in the
   *     order of the mutations
   */
  private static String of(Result result, boolean sorted) {
    StringBuilder text = new StringBuilder("{");
    if (result.getExists() != null) {
      text.append("exists ").append(result.getExists());
    }
    if (result.isStale()) {
      text.append("stale");
    }
    Stream<Cell> cells = Arrays.stream(result.isEmpty() ? new Cell[0] : result.rawCells());
    (sorted ? cells.sorted(CellComparator.getInstance()) : cells)
        .map(Answer::of)
        .forEach(text::append);
    return text.append("}").toString();
  }

  private static String of(Cell cell) {
    return " %s/%s:%s %s '%s'"
        .formatted(
            Bytes.toStringBinary(CellUtil.cloneRow(cell)),
            Bytes.toStringBinary(CellUtil.cloneFamily(cell)),
            Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
            cell.getType(),
            Bytes.toStringBinary(CellUtil.cloneValue(cell)));
  }

  private static String of(Throwable failure) {
    return failure instanceof IOException
        ? "throws an IOException"
        : "throws " + failure.getClass().getName();
  }
}
