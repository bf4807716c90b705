package io.rowlock.it.commit;

import static io.rowlock.it.kit.Rows.scan;
import static io.rowlock.it.kit.Rows.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.RowlockOptions;
import io.rowlock.Savepoint;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reads that are not validated, and savepoints. */
@ExtendWith(HBaseExtension.class)
class UnvalidatedReadsIT {

  private Connection connection;
  private TransactionManager transactions;
  private TableName table;

  @BeforeEach
  void open(Connection ofTests) throws IOException {
    connection = ofTests;
    table = TestTables.create(connection, "m");
    RowlockOptions options =
        RowlockOptions.builder()
            .lease(Duration.ofMillis(500))
            .lockWait(Duration.ofSeconds(60))
            .build();
    transactions = TransactionManager.create(connection, options);
    put("a", "1");
    put("z", "1");
  }

  @AfterEach
  void close() {
    transactions.close();
  }

  private void put(String row, String value) throws IOException {
    transactions.run(tx -> tx.table(table).put(Rows.put(row, value)));
  }

  @Test
  void changedRowsCauseNoConflict() throws IOException {
    try (Transaction tx = transactions.begin()) {
      Table unvalidated = tx.unvalidated().table(table);
      assertThat(text(unvalidated, "a")).isEqualTo("1");
      assertThat(scan(unvalidated, new Scan())).hasSize(2);
      put("a", "2");
      put("b", "a phantom");
      assertThat(text(unvalidated, "a")).isEqualTo("2");
      assertThat(scan(unvalidated, new Scan())).hasSize(3);
      tx.table(table).put(Rows.put("z", "own"));
      assertThat(text(unvalidated, "z")).isEqualTo("own");
      tx.commit();
    }
    assertThat(transactions.<String, IOException>call(tx -> text(tx.table(table), "z")))
        .isEqualTo("own");
  }

  @Test
  void otherReadsOfTheTransactionStayValidated() throws IOException {
    try (Transaction tx = transactions.begin()) {
      assertThat(text(tx.table(table), "a")).isEqualTo("1");
      assertThat(text(tx.unvalidated().table(table), "a")).isEqualTo("1");
      put("a", "2");
      tx.table(table).put(Rows.put("z", "own"));
      assertThatThrownBy(tx::commit).isInstanceOf(ConflictException.class);
    }
  }

  /** The client was killed before or after its commit point. */
  @Test
  void locksOfDeadClientsAreSettled() throws Exception {
    for (Map.Entry<Integer, String> death : Map.of(2, "1", 3, "2").entrySet()) {
      DeadClient.leaveLocks(
          connection.getConfiguration(),
          death.getKey(),
          tx -> {
            tx.table(table).put(Rows.put("a", "2"));
            tx.table(table).put(Rows.put("z", "2"));
          });
      assertThat(Locks.unsettled(connection, table)).isNotEmpty();
      try (Transaction tx = transactions.begin()) {
        Table unvalidated = tx.unvalidated().table(table);
        assertThat(text(unvalidated, "z")).isEqualTo(death.getValue());
        assertThat(scan(unvalidated, new Scan()).stream().map(Rows::text))
            .containsExactly(death.getValue(), death.getValue());
        tx.commit();
      }
      put("a", "1");
      put("z", "1");
    }
  }

  @Test
  void savepointsTakeWritesBack() throws IOException {
    transactions.run(
        tx -> {
          tx.table(table).put(Rows.put("a", "kept"));
          Savepoint savepoint = tx.savepoint();
          tx.table(table).put(Rows.put("a", "dropped"));
          tx.table(table).delete(Rows.delete("z"));
          tx.table(table).put(Rows.put("new", "dropped"));
          assertThat(scan(tx.table(table), new Scan()).stream().map(Rows::text))
              .containsExactly("dropped", "dropped");
          tx.rollbackTo(savepoint);
        });
    try (Table raw = connection.getTable(table)) {
      assertThat(text(raw, "a")).isEqualTo("kept");
      assertThat(text(raw, "z")).isEqualTo("1");
      assertThat(raw.exists(Rows.get("new"))).isFalse();
    }
  }
}
