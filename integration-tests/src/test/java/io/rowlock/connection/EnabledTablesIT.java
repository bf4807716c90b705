package io.rowlock.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a connection knows of tables, in the course of time. */
@ExtendWith(HBaseExtension.class)
class EnabledTablesIT {

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean isSilent = new AtomicBoolean();
  private Connection plain;

  @BeforeEach
  void connect(Connection connection) {
    plain = connection;
  }

  private void aMinutePasses() {
    nanos.addAndGet(Duration.ofSeconds(61).toNanos());
  }

  @Test
  void answerIsAMinuteOldAtMost() throws IOException {
    TableName name = TestTables.createPlain(plain);
    EnabledTables tables = new EnabledTables(() -> plain, false, nanos::get);
    assertThat(tables.contains(name)).isFalse();
    TransactionAdmin.create(plain).enable(name);
    assertThat(tables.contains(name)).isFalse();
    assertThat(tables.containsNow(name)).isTrue();
    assertThat(tables.contains(name)).isTrue();
  }

  @Test
  void tableThatIsCreatedAnewIsEnabledAgain() throws IOException {
    TableDescriptor described = TestTables.describe().build();
    TableName name = described.getTableName();
    EnabledTables tables = new EnabledTables(() -> plain, true, nanos::get);
    try (Admin admin = plain.getAdmin()) {
      admin.createTable(described);
      assertThat(tables.contains(name)).isTrue();
      admin.disableTable(name);
      admin.deleteTable(name);
      admin.createTable(described);
      aMinutePasses();
      assertThat(tables.contains(name)).isTrue();
      assertThat(TransactionAdmin.create(plain).verify(name)).isEmpty();
    }
  }

  /** Lets the tables learn that one has a row, which is gone afterwards. */
  private void assertFoundWithRows(TableName name, EnabledTables tables) throws IOException {
    try (Table table = plain.getTable(name)) {
      table.put(Rows.put("a", "1"));
      assertThat(tables.contains(name)).isFalse();
      table.delete(Rows.delete("a"));
    }
  }

  @Test
  void tableWithRowsStaysPlainEvenIfItIsEmptyLater() throws IOException {
    TableName name = TestTables.createPlain(plain);
    EnabledTables tables = new EnabledTables(() -> plain, true, nanos::get);
    assertFoundWithRows(name, tables);
    aMinutePasses();
    assertThat(tables.contains(name)).isFalse();
  }

  /** Another connection enables the table as soon as it is empty, and commits far in the future. */
  @Test
  void earlierNoDoesNotCountWhereEmptyTablesAreEnabled() throws IOException {
    TableName name = TestTables.createPlain(plain);
    EnabledTables tables = new EnabledTables(() -> plain, true, nanos::get);
    assertFoundWithRows(name, tables);
    assertThat(new EnabledTables(() -> plain, true, nanos::get).contains(name)).isTrue();
    assertThat(tables.contains(name)).isTrue();
  }

  /** The last step of disabling: the master has removed the locks, a region still shows them. */
  @Test
  void tableWhoseLocksAreBeingRemovedIsNotEnabledAgain() throws IOException {
    TableName name = TestTables.createPlain(plain);
    IoSupplier<Connection> connection = () -> plain;
    try (Table table = plain.getTable(name)) {
      table.put(Rows.put("a", "1"));
    }
    var unused = new FirstUse(connection, new LockFamilyLookup(connection)).isEnabled(name, true);
    try (Table table = plain.getTable(name)) {
      assertThat(table.getDescriptor().hasColumnFamily(Bytes.toBytes("_lock"))).isFalse();
    }
  }

  /** Another client enables the table and writes, between two questions of this one. */
  @Test
  void tableThatAnotherClientEnablesFirstIsEnabled() throws IOException {
    TableName name = TestTables.createPlain(plain);
    AtomicInteger questions = new AtomicInteger();
    IoSupplier<Connection> overtaken =
        () -> {
          if (questions.incrementAndGet() == 2) {
            TransactionAdmin.create(plain).enable(name);
            try (Table table = plain.getTable(name)) {
              table.put(Rows.put("a", "1"));
            }
          }
          return plain;
        };
    assertThat(new EnabledTables(overtaken, true, nanos::get).contains(name)).isTrue();
  }

  /** HBase's client reports its own timeout as an interruption. */
  @Test
  void lastAnswerCountsWhileTheRegionIsSilent() throws IOException {
    TableName name = TestTables.create(plain);
    EnabledTables tables = new EnabledTables(this::unlessSilent, false, nanos::get);
    assertThat(tables.contains(name)).isTrue();
    isSilent.set(true);
    aMinutePasses();
    assertThat(tables.contains(name)).isTrue();
    assertThat(tables.contains(name)).isTrue();
  }

  /** Plain writes would bypass the locks of a table that was enabled since. */
  @Test
  void earlierNoDoesNotCountWhileTheRegionsAreSilent() throws IOException {
    TableName name = TestTables.createPlain(plain);
    EnabledTables tables = new EnabledTables(this::unlessSilent, false, nanos::get);
    assertThat(tables.contains(name)).isFalse();
    TransactionAdmin.create(plain).enable(name);
    isSilent.set(true);
    aMinutePasses();
    assertThatThrownBy(() -> tables.contains(name)).isInstanceOf(SocketTimeoutException.class);
    assertThatThrownBy(() -> tables.containsNow(name)).isInstanceOf(SocketTimeoutException.class);
    isSilent.set(false);
    assertThat(tables.contains(name)).isTrue();
  }

  @Test
  void lastRegionAnswersWhileTheFirstIsSilent() throws IOException {
    TableName name = TestTables.createPlain(plain, "m");
    AtomicInteger silent = new AtomicInteger();
    IoSupplier<Connection> once =
        () -> {
          if (silent.getAndDecrement() > 0) {
            throw new SocketTimeoutException("simulated");
          }
          return plain;
        };
    EnabledTables tables = new EnabledTables(once, false, nanos::get);
    assertThat(tables.contains(name)).isFalse();
    TransactionAdmin.create(plain).enable(name);
    silent.set(1);
    aMinutePasses();
    assertThat(tables.contains(name)).isTrue();
  }

  @Test
  void firstUseOfACompleteTableChangesNothing() throws IOException {
    TableName name = TestTables.createPlain(plain);
    TransactionAdmin.create(plain)
        .enable(name, EnableOptions.builder().regionCommit(false).build());
    try (Admin admin = plain.getAdmin()) {
      TableDescriptor before = admin.getDescriptor(name);
      assertThat(new EnabledTables(() -> plain, true, nanos::get).contains(name)).isTrue();
      assertThat(admin.getDescriptor(name)).isEqualTo(before);
    }
  }

  /** What waits in a buffer must not bypass the locks of a table that is enabled meanwhile. */
  @Test
  void mutationsThatWaitWhileTheirTableIsEnabledAreTransactions() throws Exception {
    TableName name = TestTables.createPlain(plain);
    EnabledTables tables = new EnabledTables(() -> plain, false, nanos::get);
    PutChecks checks = PutChecks.of(plain.getConfiguration());
    try (AsyncConnection own =
            ConnectionFactory.createAsyncConnection(plain.getConfiguration()).get();
        TransactionManager manager = TransactionManager.create(own)) {
      TransactionalCalls calls =
          new TransactionalCalls(plain, tables, new Lazy<>(() -> manager), checks);
      RoutedBufferedMutator mutator =
          new RoutedBufferedMutator(
              new RoutedTableBuilder(plain.getTableBuilder(name, null), calls).build(),
              calls,
              checks,
              null,
              1_000_000,
              1_000);
      assertThat(tables.contains(name)).isFalse();
      mutator.mutate(Rows.put("a", "1"));
      TransactionAdmin.create(plain).enable(name);
      aMinutePasses();
      mutator.close();
    }
    try (Table table = plain.getTable(name)) {
      Get lock = new Get(Bytes.toBytes("a")).addFamily(Bytes.toBytes("_lock"));
      assertThat(table.exists(lock)).as("written in a transaction").isTrue();
    }
  }

  private Connection unlessSilent() throws IOException {
    if (isSilent.get()) {
      throw new SocketTimeoutException("simulated");
    }
    return plain;
  }
}
