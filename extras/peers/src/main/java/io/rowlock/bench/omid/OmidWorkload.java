package io.rowlock.bench.omid;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.micro.profile.Operations;
import io.rowlock.bench.micro.profile.Peer.PeerContext;
import io.rowlock.bench.micro.profile.ProfileTable;
import io.rowlock.bench.micro.profile.Retries;
import io.rowlock.bench.micro.profile.Workload;
import java.io.IOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import org.apache.omid.tools.hbase.OmidTableManager;
import org.apache.omid.transaction.HBaseOmidClientConfiguration;
import org.apache.omid.transaction.HBaseTransactionManager;
import org.apache.omid.transaction.TTable;
import org.apache.omid.transaction.TransactionManager;

/** Transactions by Omid, with all that they need: a timestamp server and a commit table. */
final class OmidWorkload implements Workload {
  /** Before any timestamp that the server gives. */
  private static final long LOADED = 1;

  private static final int COMMIT_TABLE_REGIONS = 16;

  private final Connection connection;
  private final ProfileTable table;
  private final Retries retries;
  private final TimestampServer server;
  private final TransactionManager transactions;
  private final Closer closer;

  private OmidWorkload(
      PeerContext context, TimestampServer server, TransactionManager transactions, Closer closer) {
    this.connection = context.connection();
    this.table = context.table();
    this.retries = new Retries(context.policy());
    this.server = server;
    this.transactions = transactions;
    this.closer = closer;
  }

  static OmidWorkload open(PeerContext context, boolean lowLatency) throws IOException {
    Closer closer = Closer.create();
    try {
      String commitTable = context.table().name().getNameAsString() + "_commits";
      createCommitTable(context, commitTable, closer);
      TimestampServer server =
          closer.register(TimestampServer.start(context.configuration(), commitTable, lowLatency));
      TransactionManager transactions = closer.register(connect(context, commitTable, server));
      fill(context);
      return new OmidWorkload(context, server, transactions, closer);
    } catch (IOException | RuntimeException e) {
      try (closer) {
        throw e;
      }
    }
  }

  @Override
  public Session open(Operations operations) throws IOException {
    return new OmidSession(
        transactions, new TTable(connection.getTable(table.name())), operations, retries);
  }

  @Override
  public long conflicts() {
    return retries.conflicts();
  }

  @Override
  public String settings() {
    return "Omid 1.1.3, its server in this JVM: "
        + server.settings()
        + "; client: postCommitMode SYNC, conflictDetectionLevel CELL, autoFlush off;"
        + " commit table in "
        + COMMIT_TABLE_REGIONS
        + " regions; all versions kept; no coprocessors; its requests to its server are no RPCs"
        + " here";
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }

  /** As its own script makes it. */
  private static void createCommitTable(PeerContext context, String name, Closer closer)
      throws IOException {
    drop(context.connection(), name);
    closer.register(() -> drop(context.connection(), name));
    new OmidTableManager(
            "commit-table",
            "-tableName",
            name,
            "-numRegions",
            Integer.toString(COMMIT_TABLE_REGIONS))
        .executeActionsOnHBase(context.configuration());
  }

  private static void drop(Connection connection, String name) throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(table)) {
        admin.disableTable(table);
        admin.deleteTable(table);
      }
    }
  }

  private static TransactionManager connect(
      PeerContext context, String commitTable, TimestampServer server) throws IOException {
    HBaseOmidClientConfiguration client = new HBaseOmidClientConfiguration();
    client.setHBaseConfiguration(context.configuration());
    client.setCommitTableName(commitTable);
    client.setConnectionString(server.address());
    try {
      return HBaseTransactionManager.newInstance(client);
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  /** Omid wants all versions kept; cells count as committed before everything. */
  private static void fill(PeerContext context) throws IOException {
    context
        .table()
        .create(
            context.connection(),
            ColumnFamilyDescriptorBuilder.newBuilder(BenchTable.FAMILY)
                .setMaxVersions(Integer.MAX_VALUE)
                .setTimeToLive(HConstants.FOREVER)
                .build());
    context.table().load(context.connection(), OmidWorkload::committed);
  }

  private static Put committed(Put put) {
    return TTable.markPutAsCommitted(put, LOADED, LOADED).setDurability(put.getDurability());
  }
}
