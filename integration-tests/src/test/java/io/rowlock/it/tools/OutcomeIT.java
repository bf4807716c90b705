package io.rowlock.it.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The command line finds out what became of a transaction whose id a log contains. */
@ExtendWith(HBaseExtension.class)
class OutcomeIT {

  private static final Duration LEASE = Duration.ofMillis(500);

  private Connection connection;
  private Configuration configuration;
  private TableName table;

  @BeforeEach
  void createTable(Configuration own, Connection ofTests) throws IOException {
    configuration = own;
    connection = ofTests;
    configuration.set("rowlock.lease", Long.toString(LEASE.toMillis()));
    table = TestTables.create(connection, "b");
  }

  private CommandRun outcome(String id) throws Exception {
    return CommandRun.of(configuration, "outcome", id, table.getNameAsString());
  }

  private String commit(String row, String value) throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection);
        Transaction transaction = transactions.begin()) {
      transaction.table(table).put(Rows.put(row, value));
      transaction.commit();
      return transaction.id();
    }
  }

  /** Returns the id of a transaction that writes two regions, and dies before the given write. */
  private String die(int write) throws Exception {
    AtomicReference<String> id = new AtomicReference<>();
    DeadClient.leaveLocks(
        configuration,
        write,
        tx -> {
          id.set(tx.id());
          tx.table(table).put(Rows.put("a", "new"));
          tx.table(table).put(Rows.put("c", "new"));
        });
    return id.get();
  }

  @Test
  void committedTransactionIsFoundUnderLaterOnes() throws Exception {
    String first = commit("a", "1");
    String second = commit("a", "2");
    for (String id : new String[] {first, second}) {
      CommandRun run = outcome(id);
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).startsWith("COMMITTED").contains("row 'a'");
    }
  }

  @Test
  void deadClientBeforeTheCommitPointIsNotCommitted() throws Exception {
    String id = die(2);
    CommandRun run = outcome(id);
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).startsWith("NOT_COMMITTED");
    assertThat(outcome(id).out()).startsWith("NO_TRACE");
  }

  @Test
  void deadClientAfterTheCommitPointIsCommitted() throws Exception {
    String id = die(4);
    assertThat(outcome(id).out()).startsWith("COMMITTED");
    assertThat(CommandRun.of(configuration, "resolve", table.getNameAsString()).status()).isZero();
    CommandRun run = CommandRun.of(configuration, "outcome", id, table.getNameAsString(), "--json");
    assertThat(run.json().get(0).get("outcome").getAsString()).isEqualTo("COMMITTED");
    assertThat(run.json().get(0).get("transaction").getAsString()).isEqualTo(id);
  }

  @Test
  void unknownAndMalformedIds() throws Exception {
    String unknown = "0123456789abcdef0123456789abcdef";
    assertThat(outcome(unknown).out()).startsWith("NO_TRACE");
    CommandRun malformed = outcome("order-1");
    assertThat(malformed.status()).isEqualTo(1);
    assertThat(malformed.err()).contains("32 hexadecimal digits, not 'order-1'");
  }
}
