package io.rowlock.it.commit;

import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rowlock.ConflictException;
import io.rowlock.CorruptLockException;
import io.rowlock.Transaction;
import io.rowlock.TransactionAction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Binary row keys of almost the largest size that HBase can locate, in the messages of each kind of
 * error.
 */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class LongRowKeysIT {

  private static final int LONGEST = 32_000;
  private static final String SHOWN = "\\x01\\x0A\\xFF";

  private final Connection connection;
  private final Configuration configuration;
  private TransactionManager transactions;
  private TableName table;

  LongRowKeysIT(EmbeddedHBase hbase, Connection connection) {
    this.connection = connection;
    this.configuration = hbase.configuration();
  }

  @BeforeAll
  void open() throws IOException {
    table = TestTables.create(connection);
    transactions = TransactionManager.create(connection);
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  /** Bytes that would break lines and disturb terminals. */
  private static byte[] row(int last) {
    byte[] row = new byte[LONGEST];
    for (int i = 0; i < LONGEST; i++) {
      row[i] = (byte) new int[] {1, '\n', 0xFF}[i % 3];
    }
    row[LONGEST - 1] = (byte) last;
    return row;
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(F, Rows.V, Rows.bytes("value"));
  }

  private Throwable failureOf(TransactionAction<IOException> work) {
    return catchThrowable(
        () -> {
          try (Transaction tx = transactions.begin()) {
            work.execute(tx);
            tx.commit();
          }
        });
  }

  private static void assertReadable(Throwable failure) {
    assertThat(failure).isNotNull();
    assertReadable(failure.getMessage());
  }

  private static void assertReadable(String message) {
    assertThat(message).contains(SHOWN).hasSizeLessThan(2_000).matches("[ -~]+");
  }

  @Test
  void conflictShowsBeginningOfKey() throws Exception {
    byte[] row = row(1);

    Throwable conflict =
        failureOf(
            tx -> {
              var unused = tx.table(table).get(new Get(row));
              transactions.run(other -> other.table(table).put(put(row)));
              tx.table(table).put(put(row));
            });

    assertThat(conflict).isInstanceOf(ConflictException.class);
    assertReadable(conflict);
  }

  @Test
  void refusalShowsBeginningOfKey() {
    byte[] row = row(2);
    byte[] large = new byte[12 << 20];
    Arrays.fill(large, (byte) 'x');

    assertReadable(failureOf(tx -> tx.table(table).put(new Put(row).addColumn(F, Rows.V, large))));
    assertReadable(
        failureOf(
            tx -> tx.table(table).put(new Put(row).addColumn(F, Rows.V, 7, Rows.bytes("value")))));
    assertReadable(
        failureOf(
            tx -> tx.table(table).put(new Put(row).addColumn(Rows.V, Rows.V, Rows.bytes("x")))));
    assertReadable(
        failureOf(tx -> tx.table(table).delete(new Delete(row).addColumn(F, Rows.V, 7))));
  }

  @Test
  void corruptLockErrorShowsBeginningOfKey() throws Exception {
    TableName damaged = TestTables.create(connection);
    byte[] row = row(3);
    try (Table raw = connection.getTable(damaged)) {
      raw.put(
          new Put(row)
              .addColumn(LockColumn.family(), LockColumn.qualifier(), Rows.bytes("nonsense")));
    }

    Throwable corrupt =
        failureOf(
            tx -> {
              var unused = tx.table(damaged).get(new Get(row));
            });

    assertThat(corrupt).isInstanceOf(CorruptLockException.class);
    assertReadable(corrupt);
    CommandRun locks = CommandRun.of(configuration, "locks", damaged.getNameAsString());
    assertReadable(locks.out().strip());
    CommandRun resolve = CommandRun.of(configuration, "resolve", damaged.getNameAsString());
    assertReadable(resolve.out().strip());
  }
}
