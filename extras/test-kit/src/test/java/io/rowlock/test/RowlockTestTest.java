package io.rowlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.NotCommittedException;
import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RowlockTestTest {

  private final List<Runnable> executed = new CopyOnWriteArrayList<>();
  private final Executor executor =
      task -> {
        executed.add(task);
        task.run();
      };
  private final RowlockTest kit =
      RowlockTest.inMemory(RowlockOptions.builder().maxRows(1).executor(executor).build());

  @AfterEach
  void close() {
    kit.close();
    kit.close();
  }

  @Test
  void optionsAreThoseOfTheTest() {
    Accounts.prepare(kit);
    assertThatThrownBy(() -> Accounts.open(kit.transactions()))
        .isInstanceOf(NotCommittedException.class);
    Get get = new Get(Bytes.toBytes("alice"));
    kit.transactions().callAsync(tx -> tx.asyncTable(Accounts.TABLE).get(get)).join();
    assertThat(executed).isNotEmpty();
  }

  @Test
  void missingTableIsMissing() {
    assertThatThrownBy(() -> Accounts.open(kit.transactions()))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("accounts");
  }

  @Test
  void tableIsReplaced() throws IOException {
    Accounts.prepare(kit);
    kit.transactions().run(tx -> Accounts.set(tx, "alice", 1));
    Accounts.prepare(kit);
    Get get = new Get(Bytes.toBytes("alice"));
    boolean isThere = kit.transactions().call(tx -> tx.table(Accounts.TABLE).exists(get));
    assertThat(isThere).isFalse();
  }

  @Test
  void whatNeedsHBaseIsRefused() throws IOException {
    Accounts.prepare(kit);
    kit.transactions()
        .run(
            tx -> {
              assertThat(tx.table(Accounts.TABLE).getName()).isEqualTo(Accounts.TABLE);
              assertThat(tx.table(Accounts.TABLE).getConfiguration()).isNotNull();
              assertThatThrownBy(() -> tx.table(Accounts.TABLE).getDescriptor())
                  .isInstanceOf(UnsupportedOperationException.class)
                  .hasMessageContaining("RowlockHBase");
            });
  }

  @Test
  void misuseIsRefused() {
    assertThatThrownBy(() -> kit.createTable(TableName.valueOf("t")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> kit.passTime(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void closingEndsTheClients() {
    TransactionManager transactions = kit.transactions();
    kit.close();
    assertThatThrownBy(transactions::begin).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(kit.otherClient()::begin).isInstanceOf(IllegalStateException.class);
  }
}
