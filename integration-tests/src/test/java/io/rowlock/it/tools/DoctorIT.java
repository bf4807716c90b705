package io.rowlock.it.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.internal.admin.Transactional;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What operators see first: the list of tables, the report on a cluster, and help with names. */
@Tag("compatibility")
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class DoctorIT {

  private final Configuration configuration;
  private final Connection connection;
  private TableName table;
  private String name;

  DoctorIT(Configuration configuration, Connection connection) {
    this.configuration = configuration;
    this.connection = connection;
    configuration.set("rowlock.lease", "500");
  }

  @BeforeEach
  void createTable() throws Exception {
    table = TestTables.create(connection, "b");
    name = table.getNameAsString();
    try (TransactionManager manager = TransactionManager.create(connection)) {
      manager.run(tx -> tx.table(table).put(Rows.put("a", "old")));
    }
    TestTables.awaitFloor(connection, table);
  }

  private CommandRun run(String... arguments) throws Exception {
    return CommandRun.of(configuration, arguments);
  }

  /** Returns the descriptor before the change. */
  private TableDescriptor alter(UnaryOperator<TableDescriptor> change) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor before = admin.getDescriptor(table);
      admin.modifyTable(change.apply(before));
      return before;
    }
  }

  /** Returns the line of the table among those of other tests. */
  private JsonObject listed(TableName wanted, String... options) throws Exception {
    String[] arguments = new String[options.length + 2];
    arguments[0] = "list";
    arguments[1] = "--json";
    System.arraycopy(options, 0, arguments, 2, options.length);
    return run(arguments).json().stream()
        .filter(json -> json.get("table").getAsString().equals(wanted.getNameAsString()))
        .findFirst()
        .orElseGet(JsonObject::new);
  }

  @Test
  void listShowsTablesInEveryState() throws Exception {
    JsonObject enabled = listed(table);
    assertThat(enabled.get("state").getAsString()).isEqualTo("ENABLED");
    assertThat(enabled.get("online").getAsBoolean()).isTrue();
    assertThat(enabled.get("floor").getAsLong()).isPositive();
    assertThat(enabled.get("durability").getAsString()).isEqualTo("SYNC_WAL");
    assertThat(enabled.get("enforced").getAsBoolean()).isFalse();
    assertThat(enabled.getAsJsonArray("findings")).isEmpty();

    TableName plain = TestTables.createPlain(connection);
    assertThat(listed(plain).keySet()).isEmpty();
    assertThat(listed(plain, "--all").get("state").getAsString()).isEqualTo("PLAIN");

    TableDescriptor open = alter(now -> Transactional.closed(now, 1));
    assertThat(listed(table).get("state").getAsString()).isEqualTo("CLOSED");
    assertThat(listed(table).getAsJsonArray("findings")).hasSize(1);
    assertThat(run("list").status()).isEqualTo(3);
    assertThat(run("list").out()).contains("CLOSED " + name, "ERROR rowlock.disabling");
    alter(now -> open);
  }

  @Test
  void tableThatIsWellHasNoProblem() throws Exception {
    CommandRun doctor = run("doctor", name);

    assertThat(doctor.out()).contains("NOTE VERSIONS", "NOTE CLOCKS", "NOTE LOCKS: locks = 0 of 1");
    assertThat(doctor.out()).contains("region servers are this far ahead", "±");
    assertThat(doctor.err()).contains("All is well");
    assertThat(doctor.status()).isZero();
  }

  @Test
  void findingsNameTableValueAndCommand() throws Exception {
    TableDescriptor open =
        alter(now -> TableDescriptorBuilder.newBuilder(now).setReadOnly(true).build());
    CommandRun doctor = run("doctor", "--no-locks", "--json", name);
    alter(now -> open);

    assertThat(doctor.status()).isEqualTo(3);
    JsonObject found = problems(doctor).get(0);
    assertThat(found.get("table").getAsString()).isEqualTo(name);
    assertThat(found.get("setting").getAsString()).isEqualTo("READONLY");
    assertThat(found.get("value").getAsString()).isEqualTo("true");
    assertThat(found.get("command").getAsString())
        .isEqualTo("alter '" + name + "', READONLY => 'false'");
    assertThat(run("doctor", "--no-locks", name).status()).isZero();
  }

  private static List<JsonObject> problems(CommandRun run) {
    return run.json().stream()
        .filter(json -> !json.get("severity").getAsString().equals("NOTE"))
        .toList();
  }

  @Test
  void locksThatNoClientSettlesAreFoundAmongThoseOfRunningTransactions() throws Exception {
    DeadClient.leaveLocks(
        configuration,
        2,
        tx -> {
          tx.table(table).put(Rows.put("a", "lost"));
          tx.table(table).put(Rows.put("b", "lost"));
        });
    assertThat(run("doctor", name).status()).as("a lock of the last minutes").isZero();
    try (Table raw = connection.getTable(table)) {
      byte[] nonsense = Rows.bytes("nonsense");
      raw.put(
          new Put(Rows.bytes("c"))
              .addColumn(LockColumn.family(), LockColumn.qualifier(), nonsense));
    }

    CommandRun doctor = run("doctor", "--json", name);

    assertThat(doctor.status()).isEqualTo(3);
    assertThat(problems(doctor))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.get("area").getAsString()).isEqualTo("LOCKS");
              assertThat(found.get("value").getAsString()).startsWith("CORRUPT");
              assertThat(found.get("command").getAsString())
                  .isEqualTo("rowlock discard " + name + " 'c'");
            });
    assertThat(run("discard", name, "c", "--yes").status()).isZero();
    assertThat(run("resolve", name).status()).isZero();
    assertThat(run("doctor", name).status()).isZero();
  }

  @Test
  void mistypedTableIsAQuestion() throws Exception {
    String mistyped = name.replace("it-", "ti-");

    for (String command : List.of("locks", "verify", "enable", "doctor")) {
      CommandRun run = run(command, mistyped);
      assertThat(run.status()).as(command).isEqualTo(2);
      assertThat(run.err())
          .contains("'" + mistyped + "' does not exist. Did you mean '" + name + "'?")
          .hasLineCount(1);
    }
  }
}
