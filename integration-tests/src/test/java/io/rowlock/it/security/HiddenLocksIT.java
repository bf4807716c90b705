package io.rowlock.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An HBase that omits cells which a user may not read, where it would refuse by default. */
@Tag("verify-all")
class HiddenLocksIT {

  @TempDir private static Path directory;

  /** There is a lock to settle, which this user does not see. */
  @Test
  void toolsDoNotTakeHiddenLocksForNone() throws Exception {
    try (SecureHBase hbase =
        SecureHBase.start(directory, Map.of("hbase.security.access.early_out", "false"))) {
      Configuration configuration = hbase.configuration();
      configuration.set("rowlock.lease", "500");
      TableName table = TestTables.create(hbase.superuser(), "m");
      TestTables.awaitFloor(hbase.superuser(), table);
      DeadClient.leaveLocks(configuration, 2, tx -> write(tx.table(table)));
      hbase.grant("ops", table, null, "C");
      hbase.awaitGrants(table);

      for (List<String> command :
          List.of(
              List.of("locks", table.getNameAsString()),
              List.of("resolve", table.getNameAsString()),
              List.of("resolve", "--all"))) {
        CommandRun run =
            hbase.as(
                hbase.user("ops"),
                () -> CommandRun.of(configuration, command.toArray(new String[0])));
        assertThat(run.status()).as("%s: %s%s", command, run.out(), run.err()).isEqualTo(2);
        assertThat(run.err()).contains("may not read the lock family '_lock'");
      }
    }
  }

  private static void write(Table table) throws IOException {
    table.put(Rows.put("a", 1));
    table.put(Rows.put("z", 1));
  }
}
