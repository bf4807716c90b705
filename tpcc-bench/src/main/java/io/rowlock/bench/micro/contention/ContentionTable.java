package io.rowlock.bench.micro.contention;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.kit.Load;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows with one number each: counters, and accounts in four regions. */
final class ContentionTable {
  static final TableName NAME = TableName.valueOf("rowlock_bench_contention");
  static final long OPENING_BALANCE = 1_000;
  static final byte[] COLUMN = "n".getBytes(UTF_8);
  private static final int REGIONS = 4;
  private static final BenchTable TABLE = new BenchTable(NAME);

  private ContentionTable() {}

  static void create(Connection connection, int accounts) throws IOException {
    byte[][] splits =
        IntStream.range(1, REGIONS)
            .map(region -> region * accounts / REGIONS)
            .filter(account -> account > 0)
            .distinct()
            .mapToObj(ContentionTable::account)
            .toArray(byte[][]::new);
    TABLE.create(connection, splits);
    List<Put> balances =
        IntStream.range(0, accounts)
            .mapToObj(account -> number(account(account), OPENING_BALANCE))
            .toList();
    try (Table table = connection.getTable(NAME)) {
      table.put(balances);
    }
  }

  static void drop(Connection connection) throws IOException {
    TABLE.drop(connection);
  }

  static byte[] account(int number) {
    return String.format(Locale.ROOT, "account-%05d", number).getBytes(UTF_8);
  }

  static byte[] counter(Kind kind, int threads) {
    return ("counter-" + kind + "-" + threads).getBytes(UTF_8);
  }

  static Put number(byte[] row, long value) {
    return new Put(row).addColumn(BenchTable.FAMILY, COLUMN, Bytes.toBytes(value));
  }

  static Get get(byte[] row) {
    return new Get(row).addColumn(BenchTable.FAMILY, COLUMN);
  }

  /** 0 where there is no row. */
  static long number(Result result) {
    byte[] value = result.getValue(BenchTable.FAMILY, COLUMN);
    return value == null ? 0 : Bytes.toLong(value);
  }

  /** Rows that threads increment, one for each series. */
  record Counters(TransactionManager transactions) {
    Load.Work work(Series series) {
      byte[] row = ContentionTable.counter(series.kind(), series.threads());
      return series.kind() == Kind.BLIND
          ? random -> addOneBlindly(row)
          : random -> readAndAddOne(row);
    }

    /** As transactions see it. */
    long value(Series series) throws IOException {
      byte[] row = ContentionTable.counter(series.kind(), series.threads());
      return transactions.call(
          transaction ->
              ContentionTable.number(
                  transaction.table(ContentionTable.NAME).get(ContentionTable.get(row))));
    }

    private void readAndAddOne(byte[] row) throws IOException {
      transactions.run(
          transaction -> {
            Table table = transaction.table(ContentionTable.NAME);
            long value = ContentionTable.number(table.get(ContentionTable.get(row)));
            table.put(ContentionTable.number(row, value + 1));
          });
    }

    private void addOneBlindly(byte[] row) throws IOException {
      Increment increment =
          new Increment(row)
              .addColumn(BenchTable.FAMILY, ContentionTable.COLUMN, 1)
              .setReturnResults(false);
      transactions.run(
          transaction -> {
            var unused = transaction.table(ContentionTable.NAME).increment(increment);
          });
    }
  }
}
