package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RowlockException;
import io.rowlock.TransactionManager;
import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.SpaceViolationPolicy;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The servers refuse writes to a table that has used up its space. */
class SpaceQuotaIT {

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("hbase.quota.enabled", "true");
    for (String chore :
        new String[] {
          "hbase.master.quotas.observer.chore",
          "hbase.regionserver.quotas.fs.utilization.chore",
          "hbase.regionserver.quotas.region.size.reporting.chore",
          "hbase.regionserver.quotas.policy.refresher.chore"
        }) {
      settings.put(chore + ".period", "200");
      settings.put(chore + ".delay", "200");
    }
    return settings;
  }

  @Test
  void commitSurelyFails() throws Exception {
    try (EmbeddedHBase hbase = EmbeddedHBase.start(1, settings());
        Connection connection = hbase.connect();
        Admin admin = connection.getAdmin()) {
      TableName table = TestTables.createPlain(connection);
      TransactionAdmin.create(connection)
          .enable(table, EnableOptions.builder().regionCommit(false).build());
      try (TransactionManager manager = TransactionManager.create(connection)) {
        write(manager, table, "a");
        admin.flush(table);
        admin.setQuota(
            QuotaSettingsFactory.limitTableSpace(table, 1, SpaceViolationPolicy.NO_WRITES));
        Await.until("enforced", Duration.ofMinutes(2), () -> isEnforced(connection, table));

        assertRefused(catchThrowable(() -> write(manager, table, "a")));
        assertRefused(catchThrowable(() -> write(manager, table, "a", "b")));
      }
    }
  }

  private static void write(TransactionManager manager, TableName table, String... rows)
      throws IOException {
    manager.run(
        tx -> {
          for (String row : rows) {
            tx.table(table).put(put(row));
          }
        });
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(TestTables.F, null, null);
  }

  private static boolean isEnforced(Connection connection, TableName table) throws IOException {
    try (Table raw = connection.getTable(table)) {
      raw.put(put("raw"));
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  private static void assertRefused(Throwable failure) {
    assertThat(failure)
        .isInstanceOf(RowlockException.class)
        .isNotInstanceOf(CommitOutcomeUnknownException.class)
        .hasMessageContaining("A space quota is used up");
  }
}
