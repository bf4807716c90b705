package io.rowlock.once;

import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Removes old ids, page by page. Pages are read without validation, so that a purge is no obstacle
 * to others; an old id is read again where it is removed, because it may have been written anew.
 */
record OncePurge(TransactionManager transactions, TableName table, Instant limit) {

  private static final int PAGE = 500;

  private static final TransactionSettings READING =
      TransactionSettings.builder().name("search of old ids").readOnly(true).build();

  private static final TransactionSettings REMOVING =
      TransactionSettings.builder().name("removal of old ids").build();

  /** Returns how many were removed. */
  long run() throws IOException {
    long removed = 0;
    List<Result> page = page(new Scan());
    while (!page.isEmpty()) {
      List<Get> old = page.stream().filter(this::isOld).map(OncePurge::time).toList();
      removed += transactions.call(REMOVING, transaction -> remove(transaction.table(table), old));
      page = page(new Scan().withStartRow(page.get(page.size() - 1).getRow(), false));
    }
    return removed;
  }

  private List<Result> page(Scan scan) throws IOException {
    scan.addColumn(OnceRow.FAMILY, OnceRow.TIME).setLimit(PAGE);
    return transactions.call(
        READING,
        transaction -> {
          try (ResultScanner rows = transaction.unvalidated().table(table).getScanner(scan)) {
            return List.of(rows.next(PAGE));
          }
        });
  }

  private static Get time(Result row) {
    return new Get(row.getRow()).addColumn(OnceRow.FAMILY, OnceRow.TIME);
  }

  private boolean isOld(Result row) {
    return OnceRow.time(row).isBefore(limit);
  }

  private int remove(Table ids, List<Get> old) throws IOException {
    List<Delete> deletes =
        Arrays.stream(ids.get(old))
            .filter(row -> !row.isEmpty() && isOld(row))
            .map(row -> new Delete(row.getRow()))
            .toList();
    ids.delete(deletes);
    return deletes.size();
  }
}
