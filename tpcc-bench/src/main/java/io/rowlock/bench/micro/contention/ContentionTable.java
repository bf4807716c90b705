package io.rowlock.bench.micro.contention;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.IOException;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows with one number each: counters, one for each series of increments, and accounts in four
 * regions, among which transfers move money.
 */
final class ContentionTable {
  static final TableName NAME = TableName.valueOf("rowlock_bench_contention");
  static final BenchTable TABLE = new BenchTable(NAME);
  static final long OPENING_BALANCE = 1_000;
  private static final byte[] COLUMN = "n".getBytes(UTF_8);
  private static final int REGIONS = 4;
  private static final int MOST_MOVED = 10;
  private static final int ROWS_PER_REQUEST = 1_000;

  private final Connection connection;
  private final TransactionManager transactions;
  private final int accounts;

  ContentionTable(Connection connection, TransactionManager transactions, int accounts) {
    this.connection = connection;
    this.transactions = transactions;
    this.accounts = accounts;
  }

  static void create(Connection connection, int accounts) throws IOException {
    byte[][] splits =
        IntStream.range(1, REGIONS)
            .map(region -> region * accounts / REGIONS)
            .filter(account -> account > 0)
            .distinct()
            .mapToObj(ContentionTable::account)
            .toArray(byte[][]::new);
    TABLE.create(connection, splits);
    TABLE.load(connection, accounts, number -> put(account(number), OPENING_BALANCE));
  }

  private static byte[] account(int number) {
    return String.format(Locale.ROOT, "account-%06d", number).getBytes(UTF_8);
  }

  /** The counter of a series. */
  static byte[] counter(Series series) {
    return ("counter-" + series).getBytes(UTF_8);
  }

  /** The counter of a client that meets no other one. */
  static byte[] counter(Series series, int client) {
    return ("counter-" + series + ", client " + client).getBytes(UTF_8);
  }

  private static Put put(byte[] row, long value) {
    return new Put(row).addColumn(BenchTable.FAMILY, COLUMN, Bytes.toBytes(value));
  }

  private static Get get(byte[] row) {
    return new Get(row).addColumn(BenchTable.FAMILY, COLUMN);
  }

  /** Returns 0 without a row. */
  private static long number(Result result) {
    byte[] value = result.getValue(BenchTable.FAMILY, COLUMN);
    return value == null ? 0 : Bytes.toLong(value);
  }

  private static void add(Table table, byte[] row, long amount) throws IOException {
    table.put(put(row, number(table.get(get(row))) + amount));
  }

  /** Does one piece of work; returns the attempts that no transaction counts. */
  int work(Kind kind, byte[] counter, SplittableRandom random) throws IOException {
    switch (kind) {
      case READ_MODIFY_WRITE -> transactions.run(tx -> add(tx.table(NAME), counter, 1));
      case BLIND -> incrementBlindly(counter);
      case RAW -> {
        return incrementPlainly(counter);
      }
      case TRANSFERS_ALONE, TRANSFERS, TRANSFERS_BESIDE_UNVALIDATED -> transfer(random);
      case AUDITS, UNVALIDATED_AUDITS ->
          throw new IllegalArgumentException("An audit has a result");
    }
    return 0;
  }

  private void incrementBlindly(byte[] row) throws IOException {
    Increment increment = new Increment(row).addColumn(BenchTable.FAMILY, COLUMN, 1);
    transactions.run(
        tx -> {
          var unused = tx.table(NAME).increment(increment.setReturnResults(false));
        });
  }

  /** The loop that users of plain HBase write. No transaction ever writes this row. */
  private int incrementPlainly(byte[] row) throws IOException {
    try (Table table = connection.getTable(NAME)) {
      for (int attempt = 1; ; attempt++) {
        byte[] value = table.get(get(row)).getValue(BenchTable.FAMILY, COLUMN);
        CheckAndMutate.Builder unchanged = CheckAndMutate.newBuilder(row);
        if (value == null) {
          unchanged.ifNotExists(BenchTable.FAMILY, COLUMN);
        } else {
          unchanged.ifEquals(BenchTable.FAMILY, COLUMN, value);
        }
        long next = value == null ? 1 : Bytes.toLong(value) + 1;
        if (table.checkAndMutate(unchanged.build(put(row, next))).isSuccess()) {
          return attempt;
        }
      }
    }
  }

  /** The counter of a series; as transactions see it, if they write it. */
  long counted(Series series) throws IOException {
    Get counter = get(counter(series));
    if (series.kind() == Kind.RAW) {
      try (Table table = connection.getTable(NAME)) {
        return number(table.get(counter));
      }
    }
    return transactions.call(tx -> number(tx.table(NAME).get(counter)));
  }

  private void transfer(SplittableRandom random) throws IOException {
    int from = random.nextInt(accounts);
    int to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
    long amount = 1L + random.nextInt(MOST_MOVED);
    transactions.run(
        transaction -> {
          Table table = transaction.table(NAME);
          add(table, account(from), -amount);
          add(table, account(to), amount);
        });
  }

  /** The sum of all accounts, read in one transaction. */
  long sum() throws IOException {
    return transactions.call(transaction -> sum(transaction.table(NAME)));
  }

  /** A sum of all accounts, into which transfers may come. */
  long unvalidatedSum() throws IOException {
    return transactions.call(transaction -> sum(transaction.unvalidated().table(NAME)));
  }

  private long sum(Table table) throws IOException {
    Scan all =
        new Scan()
            .withStartRow(account(0))
            .withStopRow(account(accounts - 1), true)
            .addColumn(BenchTable.FAMILY, COLUMN)
            .setCaching(ROWS_PER_REQUEST);
    long sum = 0;
    try (ResultScanner rows = table.getScanner(all)) {
      for (Result row : rows) {
        sum += number(row);
      }
    }
    return sum;
  }
}
