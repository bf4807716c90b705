package io.rowlock.bench.micro.profile;

import io.rowlock.bench.micro.profile.Operations.Choice;
import io.rowlock.bench.micro.profile.Peer.PeerContext;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** Transactions by Haeinsa's algorithm. */
record HaeinsaWorkload(Connection connection, TableName name, Retries retries) implements Workload {
  /** As many as HBase kept by default when it was published; undoing needs the one before. */
  private static final int VERSIONS = 3;

  static HaeinsaWorkload open(PeerContext context) throws IOException {
    ProfileTable table = context.table();
    table.create(
        context.connection(),
        ColumnFamilyDescriptorBuilder.newBuilder(ProfileTable.FAMILY)
            .setMaxVersions(VERSIONS)
            .build(),
        ColumnFamilyDescriptorBuilder.of(HaeinsaLock.FAMILY));
    table.load(context.connection(), UnaryOperator.identity());
    return new HaeinsaWorkload(context.connection(), table.name(), new Retries(context.policy()));
  }

  @Override
  public Session open(Operations operations) throws IOException {
    return new Transactions(connection.getTable(name), operations);
  }

  @Override
  public long conflicts() {
    return retries.conflicts();
  }

  @Override
  public String settings() {
    return "the algorithm published in 2013, written anew; "
        + VERSIONS
        + " versions of a cell; locks in a family of their own";
  }

  private final class Transactions implements Session {
    private final Table table;
    private final Operations operations;

    Transactions(Table table, Operations operations) {
      this.table = table;
      this.operations = operations;
    }

    @Override
    public void run(Choice choice) throws IOException {
      retries.run(() -> attempt(choice));
    }

    private void attempt(Choice choice) throws IOException {
      HaeinsaTransaction transaction = new HaeinsaTransaction(table);
      operations.run(choice, operations.writes(choice), transaction::get, transaction::put);
      transaction.commit();
    }

    @Override
    public void close() throws IOException {
      table.close();
    }
  }
}
