package io.rowlock.it.clients;

import static io.rowlock.it.kit.Rows.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.connection.RowlockConnection;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server whose configuration names {@link RowlockConnection}. */
@ExtendWith(HBaseExtension.class)
class ServerConnectionIT {

  /** Opens a connection of the application's configuration within a server. */
  public static final class Opener implements RegionCoprocessor, RegionObserver {

    private static final List<String> FAILURES = new ArrayList<>();

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preGetOp(
        ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result) {
      Configuration copy = new Configuration(context.getEnvironment().getConfiguration());
      copy.set("hbase.client.connection.impl", RowlockConnection.class.getName());
      try (Connection opened = ConnectionFactory.createConnection(copy)) {
        FAILURES.add("none: " + opened);
      } catch (IOException refused) {
        Throwable cause = refused;
        while (cause.getCause() != null) {
          cause = cause.getCause();
        }
        FAILURES.add(cause.getMessage());
      }
    }
  }

  @Test
  void serversAreRefused(Connection plain) throws IOException {
    TableDescriptor watched = TestTables.describe().setCoprocessor(Opener.class.getName()).build();
    try (Admin admin = plain.getAdmin();
        Table table = plain.getTable(watched.getTableName())) {
      admin.createTable(watched);
      assertThat(table.get(get("a")).isEmpty()).isTrue();
    }
    assertThat(Opener.FAILURES)
        .isNotEmpty()
        .allSatisfy(
            message ->
                assertThat(message)
                    .contains("A server of HBase")
                    .contains("remove hbase.client.connection.impl"));
  }
}
