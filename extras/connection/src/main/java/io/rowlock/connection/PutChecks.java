package io.rowlock.connection;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * HBase's own checks of puts before anything is sent or buffered ({@code
 * ConnectionUtils.validatePut}).
 *
 * @param mostCellBytes of a cell; no limit if it is not positive
 */
record PutChecks(int mostCellBytes) {

  static PutChecks of(Configuration configuration) {
    return new PutChecks(configuration.getInt("hbase.client.keyvalue.maxsize", 10_485_760));
  }

  /** Returns the checks with another limit, if it is not negative, as HBase's mutators take one. */
  PutChecks orAtMost(int bytes) {
    return bytes < 0 ? this : new PutChecks(bytes);
  }

  /**
   * Checks an action, whatever it is.
   *
   * @throws IllegalArgumentException if it contains a put without cells, or with too large a cell
   */
  void check(Row action) {
    if (action instanceof Put put) {
      checkPut(put);
    } else if (action instanceof RowMutations several) {
      several.getMutations().forEach(this::check);
    } else if (action instanceof CheckAndMutate conditional) {
      check(conditional.getAction());
    }
  }

  private void checkPut(Mutation put) {
    if (put.isEmpty()) {
      throw new IllegalArgumentException("No columns to insert");
    }
    if (mostCellBytes > 0) {
      put.getFamilyCellMap().values().forEach(cells -> cells.forEach(this::checkSize));
    }
  }

  private void checkSize(Cell cell) {
    if (cell.getSerializedSize() > mostCellBytes) {
      throw new IllegalArgumentException(
          "KeyValue size too large: %d bytes, at most %d (hbase.client.keyvalue.maxsize)"
              .formatted(cell.getSerializedSize(), mostCellBytes));
    }
  }
}
