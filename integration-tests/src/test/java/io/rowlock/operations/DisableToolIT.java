package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.internal.admin.Transactional;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.local.JavaProcess;
import io.rowlock.tools.CommandRun;
import io.rowlock.tools.Rowlock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command, with its real wait of two minutes. */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class DisableToolIT {

  private final Configuration configuration;
  private final Connection connection;

  @TempDir private Path directory;

  DisableToolIT(Configuration configuration, Connection connection) {
    this.configuration = configuration;
    this.connection = connection;
  }

  /** The process is killed as by kill -9. */
  @Test
  void killedCommandIsRepeated() throws Exception {
    TestTables.dropOffline(connection);
    TableName table = TestTables.create(connection, "m");
    String name = table.getNameAsString();
    try (TransactionManager manager = TransactionManager.create(connection)) {
      manager.run(tx -> tx.table(table).put(Rows.put("a", "old")));
    }
    Process process = launch("disable", name, "--yes");
    try (BufferedReader errors = process.errorReader()) {
      assertThat(errors.lines().anyMatch(line -> line.contains("until no client commits")))
          .isTrue();
    } finally {
      var unused = process.destroyForcibly().waitFor();
    }
    assertThat(run("verify", name).out()).contains("ERROR rowlock.disabling");
    assertThat(run("enable", name).err()).contains("being disabled");
    assertThat(run("disable", name, "--dry-run").out()).contains("goes on refusing commits");

    CommandRun again = run("disable", name, "--yes", "--clients-stopped", "--json");

    assertThat(again.status()).as(again.err()).isZero();
    assertThat(again.json().get(0).get("disabled").getAsBoolean()).isTrue();
    assertThat(again.err()).contains("of 120 s", "until no client commits any more");
    assertThat(Transactional.isPlain(descriptor(table))).isTrue();
    try (Table raw = connection.getTable(table)) {
      raw.put(Rows.put("b", "new"));
      assertThat(Rows.contents(raw)).containsExactly("a old -", "b new -");
    }
    CommandRun plain = CommandRun.answering("disable", configuration, "disable", name);
    assertThat(plain.status()).isZero();
    assertThat(plain.out()).contains("'" + name + "' is a plain table");
  }

  private CommandRun run(String... arguments) throws Exception {
    return CommandRun.of(configuration, arguments);
  }

  private Process launch(String... arguments) throws Exception {
    try (OutputStream site = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      configuration.writeXml(site);
    }
    return JavaProcess.of(Rowlock.class)
        .log(directory.resolve("tool.log"))
        .arguments(List.of(arguments))
        .arguments(List.of("--conf", directory.toString()))
        .builder()
        .start();
  }

  private TableDescriptor descriptor(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(table);
    }
  }
}
