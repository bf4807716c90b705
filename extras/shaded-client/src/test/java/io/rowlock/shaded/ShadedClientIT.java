package io.rowlock.shaded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.connection.RowlockConnection;
import io.rowlock.connection.Transactions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Transactions of an application with hbase-shaded-client. */
@Tag("compatibility")
class ShadedClientIT extends ShadedFixture {

  @Test
  void classPathHasNoOtherClient() {
    assertThatThrownBy(() -> Class.forName("com.google.protobuf.Message"))
        .isInstanceOf(ClassNotFoundException.class);
    assertThat(jarOf(Connection.class)).contains("hbase-shaded-client");
    assertThat(jarOf(HBaseConfiguration.class)).contains("hbase-shaded-client");
    assertThat(jarOf(TransactionManager.class)).contains("rowlock-core").endsWith(".jar");
  }

  private static String jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  @Test
  void regionCommitsTakeOneRequestEach() throws IOException {
    int commits = 100;
    long requests = 0;
    for (int i = 0; i < commits; i++) {
      try (Transaction tx = transactions.begin()) {
        assertThat(text(tx.table(name), "a")).isEqualTo("" + i);
        assertThat(text(tx.table(name), "b")).isEqualTo("" + i);
        tx.table(name).put(List.of(put("a", "" + (i + 1)), put("b", "" + (i + 1))));
        long before = transactions.counters().rpcsForeground();
        tx.commit();
        requests += transactions.counters().rpcsForeground() - before;
      }
    }
    assertThat((double) requests / commits).as("requests of a commit").isEqualTo(1.00);
    assertThat(time("a")).isEqualTo(time("b"));
  }

  @Test
  void rowsOfSeveralRegionsCommit() throws IOException {
    transactions.run(tx -> tx.table(name).put(List.of(put("a", "1"), put("z", "1"))));
    transactions.drain();
    assertThat(time("a")).isEqualTo(time("z"));
  }

  @Test
  void conflictsAreFound() throws IOException {
    try (Transaction tx = transactions.begin()) {
      tx.table(name).put(put("b", text(tx.table(name), "a")));
      transactions.run(other -> other.table(name).put(put("a", "1")));
      assertThatThrownBy(tx::commit).isInstanceOf(ConflictException.class);
    }
    assertThat(text("b")).isEqualTo("0");
  }

  @Test
  void asynchronousTablesWork() throws Exception {
    transactions
        .runAsync(
            tx -> {
              AsyncTable<?> rows = tx.asyncTable(name);
              return rows.get(get("a"))
                  .thenCompose(a -> rows.putAll(List.of(put("b", text(a)), put("z", "1"))));
            })
        .get(1, TimeUnit.MINUTES);
    transactions.drain();
    assertThat(time("b")).isEqualTo(time("z")).isGreaterThan(time("a"));
  }

  @Test
  void oneSettingMakesAnApplicationTransactional() throws Exception {
    configuration.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    try (Connection routed = ConnectionFactory.createConnection(configuration);
        Table rows = routed.getTable(name);
        BufferedMutator mutator = routed.getBufferedMutator(name)) {
      rows.put(List.of(put("a", "1"), put("z", "1")));
      assertThat(time(rows, "a")).isEqualTo(time(rows, "z"));
      mutator.mutate(List.of(put("b", "2"), put("z", "2")));
      mutator.flush();
      assertThat(time(rows, "b")).isEqualTo(time(rows, "z")).isGreaterThan(time(rows, "a"));
      Transactions.on(routed)
          .run(
              () -> {
                rows.put(put("a", text(rows, "b")));
                var unused = rows.increment(new Increment(row("n")).addColumn(F, V, 1));
              });
      assertThat(time(rows, "a")).isEqualTo(time(rows, "n")).isGreaterThan(time(rows, "b"));
    }
  }
}
