package io.rowlock.bench.tpcc.population;

import io.rowlock.admin.TransactionAdmin;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.tpcc.access.LockCells;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** The HBase tables of a layout. */
public final class TpccTables {
  private final Connection connection;
  private final Layout layout;
  private final List<TablePlan> plans;

  private TpccTables(Connection connection, Layout layout, List<TablePlan> plans) {
    this.connection = connection;
    this.layout = layout;
    this.plans = plans;
  }

  public static TpccTables of(Connection connection, Layout layout, int warehouses)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      int servers = admin.getRegionServers().size();
      return new TpccTables(connection, layout, layout.tables(warehouses, servers));
    }
  }

  /** Creates the missing tables, without support for transactions. */
  void create(Workers workers) throws IOException {
    new BenchTable(LockCells.LOG).createIfMissing(connection, new byte[0][], table -> table);
    workers.forAll(
        plans,
        plan ->
            new BenchTable(plan.name())
                .createIfMissing(
                    connection,
                    plan.splits().toArray(byte[][]::new),
                    table -> settings(table, plan)));
  }

  private static TableDescriptorBuilder settings(TableDescriptorBuilder table, TablePlan plan) {
    plan.values().forEach(table::setValue);
    return table
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(LockCells.FAMILY))
        .setRegionSplitPolicyClassName(plan.splitPolicy());
  }

  /** Enables transactions after the load; their timestamps are above the loaded ones. */
  void enable(Workers workers) throws IOException {
    TransactionAdmin admin = TransactionAdmin.create(connection);
    workers.forAll(plans, plan -> admin.enable(plan.name()));
  }

  /** Drops the tables and the notes, if they exist. */
  public void drop() throws IOException {
    new DatabaseNotes(connection).forget(layout);
    try (Workers workers = new Workers(plans.size())) {
      workers.forAll(plans, plan -> new BenchTable(plan.name()).drop(connection));
    }
  }
}
