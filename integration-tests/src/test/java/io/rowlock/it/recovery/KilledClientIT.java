package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.RawCells;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.tools.CommandRun;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The command line shows and settles the locks of a client that was killed in the middle of its
 * commit.
 */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
class KilledClientIT {

  private final Connection connection;
  private final Configuration configuration;
  private final TableName table;

  KilledClientIT(Configuration configuration, Connection connection) throws Exception {
    this.connection = connection;
    this.configuration = configuration;
    configuration.set("rowlock.lease", "1000");
    this.table = TestTables.create(connection, "b");
  }

  /** Row b contains the intent, row a nothing yet: the commit point was about to be sent. */
  @Test
  void toolsListAndRollBackUndecidedTransaction() throws Exception {
    String id = KilledClient.writeAndDie(configuration, "WRITE 2 HALT_BEFORE", table, "a", "b");

    CommandRun list = run("locks", table.getNameAsString(), "--observe", "1", "--json");

    assertThat(list.status()).isEqualTo(3);
    JsonObject lock = single(list);
    assertThat(lock.get("row").getAsString()).isEqualTo("b");
    assertThat(lock.get("state").getAsString()).isEqualTo("PREWRITTEN");
    assertThat(lock.get("transaction").getAsString()).isEqualTo(id);
    assertThat(lock.getAsJsonObject("primary").get("row").getAsString()).isEqualTo("a");
    assertThat(lock.getAsJsonObject("primary").get("itself").getAsBoolean()).isFalse();
    assertThat(lock.get("ageMillis").getAsLong()).isBetween(0L, 60_000L);
    assertThat(lock.get("seenUnchangedMillis").getAsLong()).isBetween(1_000L, 10_000L);
    settle("ROLLED_BACK", "b");
    assertValues(null);
  }

  /** Row a is COMMITTED, row b still contains the intent. */
  @Test
  void toolsListAndRollForwardCommittedTransaction() throws Exception {
    String id = KilledClient.writeAndDie(configuration, "WRITE 2 HALT_AFTER", table, "a", "b");

    CommandRun list = run("locks", table.getNameAsString(), "--json");

    assertThat(list.json())
        .extracting(lock -> lock.get("state").getAsString())
        .containsExactly("COMMITTED", "PREWRITTEN");
    assertThat(list.json())
        .extracting(lock -> lock.get("transaction").getAsString())
        .containsOnly(id);
    assertThat(list.json())
        .extracting(lock -> lock.getAsJsonObject("primary").get("row").getAsString())
        .containsOnly("a");
    settle("ROLLED_FORWARD", "a", "b");
    assertValues("by a killed client");
  }

  private void settle(String outcome, String... rows) throws Exception {
    List<String> before = RawCells.of(connection, table);
    CommandRun dryRun = run("resolve", table.getNameAsString(), "--dry-run", "--json");
    assertThat(dryRun.json()).hasSize(rows.length);
    assertThat(RawCells.of(connection, table)).isEqualTo(before);

    CommandRun resolve = run("resolve", table.getNameAsString(), "--json");

    assertThat(resolve.status()).as(resolve.err()).isZero();
    assertThat(resolve.json())
        .extracting(result -> result.get("row").getAsString())
        .containsExactly(rows);
    assertThat(resolve.json())
        .extracting(result -> result.get("outcome").getAsString())
        .containsOnly(outcome);
    Locks.assertAllSettled(connection, table);
    assertThat(run("locks", table.getNameAsString()).status()).isZero();
    CommandRun again = run("resolve", table.getNameAsString());
    assertThat(again.status()).isZero();
    assertThat(again.out()).isEmpty();
    assertThat(again.err()).contains("nothing to settle");
  }

  private void assertValues(String expected) throws Exception {
    try (Table raw = connection.getTable(table)) {
      assertThat(Rows.text(raw, "a")).isEqualTo(expected);
      assertThat(Rows.text(raw, "b")).isEqualTo(expected);
    }
  }

  private static JsonObject single(CommandRun run) {
    assertThat(run.json()).as(run.err()).hasSize(1);
    return run.json().get(0);
  }

  private CommandRun run(String... arguments) throws Exception {
    return CommandRun.of(configuration, arguments);
  }
}
