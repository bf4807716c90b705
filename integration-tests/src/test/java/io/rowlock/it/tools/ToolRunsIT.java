package io.rowlock.it.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.VacuumFiles;
import io.rowlock.local.JavaProcess;
import io.rowlock.tools.CommandRun;
import io.rowlock.tools.Rowlock;
import java.io.BufferedReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.common.collect.Sets;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The tools as programs: watching, termination, and output for other programs. */
@ExtendWith(HBaseExtension.class)
class ToolRunsIT {

  private static final Pattern FIELD = Pattern.compile("`([a-zA-Z]+)`");

  private final Connection connection;
  private final Configuration configuration;
  private TableName table;

  @TempDir private Path directory;

  ToolRunsIT(EmbeddedHBase hbase, Connection connection) {
    this.connection = connection;
    this.configuration = hbase.configuration();
    configuration.set("rowlock.lease", "500");
  }

  /** Row b contains an intent whose owner is dead, row c a cell that is no lock. */
  @BeforeEach
  void leaveLocks() throws Exception {
    table = TestTables.create(connection, "b");
    DeadClient.leaveLocks(
        configuration,
        2,
        tx -> {
          tx.table(table).put(Rows.put("a", "lost"));
          tx.table(table).put(Rows.put("b", "lost"));
        });
    try (Table raw = connection.getTable(table)) {
      byte[] nonsense = Rows.bytes("nonsense");
      raw.put(
          new Put(Rows.bytes("c"))
              .addColumn(LockColumn.family(), LockColumn.qualifier(), nonsense));
    }
  }

  private CommandRun run(String... arguments) throws Exception {
    return CommandRun.of(configuration, arguments);
  }

  private String[] watch() {
    return new String[] {"locks", table.getNameAsString(), "--watch", "--interval", "1", "--json"};
  }

  @Test
  void watchEndsWhenOutputIsClosed() throws Exception {
    CommandRun watch = CommandRun.readingOnly(6, configuration, watch());

    assertThat(watch.status()).isEqualTo(141);
    assertThat(watch.err()).isEmpty();
    List<JsonObject> looks = watch.json();
    assertThat(looks).hasSize(6);
    assertThat(looks.get(0).get("row").getAsString()).isEqualTo("b");
    assertThat(looks.get(2).get("unsettled").getAsLong()).isEqualTo(2);
    assertThat(looks.get(3).get("row").getAsString()).isEqualTo("b");
    assertThat(looks.get(3).get("seenUnchangedMillis").getAsLong()).isBetween(1_000L, 10_000L);
    long between = looks.get(3).get("time").getAsLong() - looks.get(0).get("time").getAsLong();
    assertThat(between).isBetween(900L, 10_000L);
    assertThat(
            CommandRun.readingOnly(0, configuration, "resolve", table.getNameAsString()).status())
        .isEqualTo(141);
  }

  /**
   * Ends the process by a signal, as a user does; an interrupt does not reach background programs.
   */
  @Test
  void watchEndsQuietlyAfterSignal() throws Exception {
    Path errors = directory.resolve("errors.txt");
    Process process = launch(errors, watch());
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).contains("\"row\":\"b\"");
      process.destroy();

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as("by SIGTERM").isEqualTo(128 + 15);
      assertThat(errors).isEmptyFile();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Uses another cluster's settings, and Hadoop options before the command. */
  private Process launch(Path errors, String... arguments) throws Exception {
    try (OutputStream site = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      configuration.writeXml(site);
    }
    return JavaProcess.of(Rowlock.class)
        .log(directory.resolve("tool.log"))
        .arguments(List.of("-D", "rowlock.lease=700"))
        .arguments(List.of(arguments))
        .arguments(List.of("--conf", directory.toString()))
        .builder()
        .redirectError(errors.toFile())
        .start();
  }

  /** Its region is unavailable for a moment, as during each move of the balancer. */
  @Test
  void toolsFindHBaseWhileItsMetaTableMoves() throws Exception {
    byte[] meta = RegionInfoBuilder.FIRST_META_REGIONINFO.getEncodedNameAsBytes();
    Configuration impatient = new Configuration(configuration);
    impatient.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    try (Admin admin = connection.getAdmin()) {
      admin.unassign(meta);
      try {
        CommandRun early = CommandRun.of(impatient, "locks", table.getNameAsString());
        assertThat(early.err()).contains("not online").doesNotContain("No HBase");
      } finally {
        admin.assign(meta);
      }
    }

    assertThat(run("locks", table.getNameAsString()).status()).isEqualTo(3);
  }

  @Test
  void referenceDocumentsEveryField() throws Exception {
    String name = table.getNameAsString();
    String notes = directory.resolve("notes").toString();
    TestTables.dropOffline(connection);
    TableName plain = TestTables.createPlain(connection);
    settleAndDelete("d");
    TestTables.awaitFloor(connection, table);
    try (Table raw = connection.getTable(table)) {
      raw.put(Rows.put("e", "plain"));
    }

    Set<String> list = fieldsOf(run("list", "--json"));
    Set<String> doctor = fieldsOf(run("doctor", name, "--json"));
    Set<String> lock = fieldsOf(run("locks", name, "--all", "--json"));
    Set<String> dryRun = fieldsOf(run("resolve", name, "--dry-run", "--json"));
    Set<String> discard = fieldsOf(run("discard", name, "c", "--json"));
    Set<String> resolve = fieldsOf(run("resolve", name, "--json"));
    Set<String> watch = fieldsOf(CommandRun.readingOnly(3, configuration, watch()));
    Set<String> note = fieldsOf(run("vacuum", "mark", name, notes, "--json"));
    VacuumFiles.age(Path.of(notes));
    Set<String> delete = fieldsOf(run("vacuum", "sweep", notes, "--json", "--dry-run"));
    Set<String> verify = fieldsOf(run("verify", plain.getNameAsString(), "--json"));
    Set<String> data = fieldsOf(run("verify", name, "--data", "--json"));
    Set<String> guard = fieldsOf(run("guard", name, "--plain", "etl", "--json"));
    Set<String> plan = fieldsOf(run("enable", plain.getNameAsString(), "--dry-run", "--json"));
    Set<String> disable = fieldsOf(run("disable", plain.getNameAsString(), "--yes", "--json"));
    Set<String> enable = fieldsOf(run("enable", plain.getNameAsString(), "--json"));
    Set<String> way = fieldsOf(run("disable", plain.getNameAsString(), "--dry-run", "--json"));

    assertThat(documented("list")).isEqualTo(Sets.union(list, Set.of("writers")));
    assertThat(documented("doctor")).isEqualTo(doctor);
    assertThat(documented("locks")).isEqualTo(Sets.union(lock, watch));
    assertThat(documented("resolve")).isEqualTo(Sets.difference(Sets.union(resolve, dryRun), lock));
    assertThat(documented("discard")).isEqualTo(Sets.difference(discard, lock));
    assertThat(documented("vacuum")).isEqualTo(Sets.union(note, delete));
    assertThat(documented("verify")).isEqualTo(Sets.union(verify, data));
    assertThat(documented("guard")).isEqualTo(guard);
    assertThat(documented("enable")).isEqualTo(Sets.union(enable, plan));
    assertThat(documented("disable")).isEqualTo(Sets.union(disable, way));
  }

  private void settleAndDelete(String row) throws Exception {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(tx -> tx.table(table).put(Rows.put(row, "value")));
      transactions.run(tx -> tx.table(table).delete(Rows.delete(row)));
    }
  }

  private static Set<String> fieldsOf(CommandRun run) {
    assertThat(run.json()).as(run.err()).isNotEmpty();
    Set<String> fields = new TreeSet<>();
    run.json().forEach(object -> fields.addAll(object.keySet()));
    return fields;
  }

  /** Returns the names in the first cells of a command's table of fields. */
  private static Set<String> documented(String command) throws Exception {
    String reference = Files.readString(Path.of("..", "docs", "reference", "tools.md"));
    String section = reference.substring(reference.indexOf("\n## " + command + "\n"));
    String rows = section.substring(section.indexOf("| field |")).split("\n\n", 2)[0];
    Set<String> fields = new TreeSet<>();
    rows.lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(1, line.indexOf('|', 1)))
        .forEach(cell -> FIELD.matcher(cell).results().forEach(name -> fields.add(name.group(1))));
    return fields;
  }
}
