package io.rowlock.it.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.bench.kit.BenchTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates a table, writes to it, adds a family, writes to both, reads, removes the family, and
 * drops the table: again and again, each time under another name, because a client must not
 * remember what is gone.
 */
final class TableRounds implements Closeable {
  /** Every name begins with it. */
  static final String PREFIX = "rowlock_soak_";

  private static final Logger LOG = LoggerFactory.getLogger(TableRounds.class);
  private static final byte[] ADDED = "added".getBytes(UTF_8);
  private static final byte[] QUALIFIER = "q".getBytes(UTF_8);
  private static final int ROWS = 20;
  private static final long PAUSE_SECONDS = 15;

  private final Connection connection;
  private final TransactionManager transactions;
  private final Thread thread;
  private volatile long done;
  private volatile long failed;
  private volatile @Nullable String wrong;

  private TableRounds(Connection connection) throws IOException {
    this.connection = connection;
    this.transactions = TransactionManager.create(connection);
    this.thread = new Thread(this::run, "soak-tables");
    thread.setDaemon(true);
  }

  static TableRounds start(Connection connection) throws IOException {
    TableRounds rounds = new TableRounds(connection);
    rounds.thread.start();
    return rounds;
  }

  private void run() {
    try {
      for (int round = 1; true; round++) {
        perform(round);
        TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
      }
    } catch (InterruptedException | InterruptedIOException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  private void perform(int round) throws InterruptedIOException {
    BenchTable table = new BenchTable(TableName.valueOf(PREFIX + round));
    try {
      create(table, round);
      use(table.name());
      table.drop(connection);
      done++;
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // A struck cluster may refuse anything; the end of the soak drops what is left.
      failed++;
      LOG.warn("The round of {} failed", table.name(), e);
    }
  }

  /** Creates a table in both ways that there are, in turns. */
  private void create(BenchTable table, int round) throws IOException {
    if (round % 2 == 0) {
      table.create(connection);
    } else {
      table.createPlain(
          connection, new byte[0][], ColumnFamilyDescriptorBuilder.of(BenchTable.FAMILY));
      TransactionAdmin.create(connection).enable(table.name());
    }
  }

  private void use(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      transactions.run(tx -> fill(tx.table(name)));
      admin.addColumnFamily(name, ColumnFamilyDescriptorBuilder.of(ADDED));
      transactions.run(tx -> copy(tx.table(name)));
      // A family must not be removed while a lock has an intent for it.
      transactions.drain();
      look(name);
      admin.deleteColumnFamily(name, ADDED);
      transactions.run(tx -> fill(tx.table(name)));
      transactions.drain();
    }
  }

  private static void fill(Table table) throws IOException {
    for (int i = 0; i < ROWS; i++) {
      table.put(put(BenchTable.FAMILY, i, Bytes.toBytes(i)));
    }
  }

  private static void copy(Table table) throws IOException {
    for (int i = 0; i < ROWS; i++) {
      byte[] value = table.get(new Get(Bytes.toBytes(i))).getValue(BenchTable.FAMILY, QUALIFIER);
      table.put(put(ADDED, i, value));
    }
  }

  private static Put put(byte[] family, int row, byte[] value) {
    return new Put(Bytes.toBytes(row)).addColumn(family, QUALIFIER, value);
  }

  /** Plain HBase must see all rows, with the same value in both families. */
  private void look(TableName name) throws IOException {
    int rows = 0;
    Scan scan = new Scan().addFamily(BenchTable.FAMILY).addFamily(ADDED);
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        byte[] value = Bytes.toBytes(rows);
        boolean isRight =
            Bytes.equals(row.getValue(BenchTable.FAMILY, QUALIFIER), value)
                && Bytes.equals(row.getValue(ADDED, QUALIFIER), value);
        rows += isRight ? 1 : 0;
      }
    }
    if (rows != ROWS) {
      wrong = "%s has %d right rows instead of %d".formatted(name, rows, ROWS);
    }
  }

  long done() {
    return done;
  }

  long failed() {
    return failed;
  }

  @Nullable String wrong() {
    return wrong;
  }

  @Override
  public void close() {
    thread.interrupt();
    transactions.close();
  }
}
