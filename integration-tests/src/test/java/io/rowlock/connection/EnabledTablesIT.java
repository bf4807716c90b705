package io.rowlock.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a connection knows of tables, in the course of time. */
@ExtendWith(HBaseExtension.class)
class EnabledTablesIT {

  private final AtomicLong nanos = new AtomicLong();
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

  @Test
  void tableWithRowsStaysPlainEvenIfItIsEmptyLater() throws IOException {
    TableName name = TestTables.createPlain(plain);
    EnabledTables tables = new EnabledTables(() -> plain, true, nanos::get);
    try (Table table = plain.getTable(name)) {
      table.put(Rows.put("a", "1"));
      assertThat(tables.contains(name)).isFalse();
      table.delete(Rows.delete("a"));
    }
    aMinutePasses();
    assertThat(tables.contains(name)).isFalse();
  }

  /** Another client enables the table and writes, between two questions of this one. */
  @Test
  void tableThatAnotherClientEnablesFirstIsEnabled() throws IOException {
    TableName name = TestTables.createPlain(plain);
    AtomicInteger questions = new AtomicInteger();
    PlainConnection overtaken =
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
    AtomicBoolean isSilent = new AtomicBoolean();
    EnabledTables tables = new EnabledTables(failingIf(isSilent), false, nanos::get);
    assertThat(tables.contains(name)).isTrue();
    isSilent.set(true);
    aMinutePasses();
    assertThat(tables.contains(name)).isTrue();
    assertThat(tables.contains(name)).isTrue();
  }

  private PlainConnection failingIf(AtomicBoolean isSilent) {
    return () -> {
      if (isSilent.get()) {
        throw new SocketTimeoutException("simulated");
      }
      return plain;
    };
  }

  @Test
  void closedMutatorTakesNothing() throws IOException {
    TableName name = TestTables.createPlain(plain);
    PlainMutator mutator = new PlainMutator(plain, new BufferedMutatorParams(name));
    mutator.close();
    assertThatThrownBy(mutator::get).isInstanceOf(IllegalStateException.class);
  }
}
