package io.rowlock.janusgraph;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Deletes all rows of a table, as janusgraph-hbase does. To truncate the table would remove locks
 * that decide transactions, and the table is offline meanwhile.
 */
final class RowDeletion {

  private static final int ROWS_PER_TRANSACTION = 100;

  private final TransactionManager transactions;
  private final TableName name;

  RowDeletion(TransactionManager transactions, TableName name) {
    this.transactions = transactions;
    this.name = name;
  }

  /** Deletes the rows in many transactions, of which some have committed if it fails. */
  void run() throws IOException {
    byte[] start = HConstants.EMPTY_START_ROW;
    int deleted;
    do {
      byte[] first = start;
      List<Delete> deletes = transactions.call(transaction -> deleteFrom(first, transaction));
      deleted = deletes.size();
      start = deleted > 0 ? rowAfter(deletes.get(deleted - 1).getRow()) : start;
    } while (deleted == ROWS_PER_TRANSACTION);
  }

  private List<Delete> deleteFrom(byte[] start, Transaction transaction) throws IOException {
    List<Delete> deletes = new ArrayList<>();
    Scan rows = new Scan().withStartRow(start).setLimit(ROWS_PER_TRANSACTION);
    Table unvalidated = transaction.unvalidated().table(name);
    try (ResultScanner scanner = unvalidated.getScanner(rows)) {
      for (Result row : scanner) {
        deletes.add(new Delete(row.getRow()));
      }
    }
    transaction.table(name).delete(deletes);
    return deletes;
  }

  private static byte[] rowAfter(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }
}
