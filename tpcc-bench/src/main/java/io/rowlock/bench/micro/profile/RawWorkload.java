package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.micro.profile.Operations.Choice;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/** Plain HBase, without any transaction, through the blocking {@link Table}. */
record RawWorkload(Connection connection, TableName name, boolean batched) implements Workload {
  @Override
  public Session open(Operations operations) throws IOException {
    Table table = connection.getTable(name);
    return batched ? new Batched(table, operations) : new OneByOne(table, operations);
  }

  private record OneByOne(Table table, Operations operations) implements Session {
    @Override
    public void run(Choice choice) throws IOException {
      operations.run(choice, operations.writesByCell(choice), table::get, table::put);
    }

    @Override
    public void close() throws IOException {
      table.close();
    }
  }

  private record Batched(Table table, Operations operations) implements Session {
    @Override
    public void run(Choice choice) throws IOException {
      operations.inOrder(() -> read(choice), () -> write(choice));
    }

    private void read(Choice choice) throws IOException {
      Operations.check(table.get(operations.reads(choice)));
    }

    private void write(Choice choice) throws IOException {
      List<? extends Row> writes = operations.writes(choice);
      try {
        table.batch(writes, new Object[writes.size()]);
      } catch (InterruptedException e) {
        throw Interruption.of(e);
      }
    }

    @Override
    public void close() throws IOException {
      table.close();
    }
  }
}
