package io.rowlock;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Makes tables transactional, and checks that they are. Thread-safe. */
@SuppressWarnings("DoNotCallSuggester") // skeleton
public final class TransactionAdmin {

  private TransactionAdmin() {}

  public static TransactionAdmin create(Connection connection) {
    throw new IllegalStateException();
  }

  public void createTable(TableDescriptor table) throws IOException {
    throw new IllegalStateException();
  }

  public void createTable(TableDescriptor table, byte[][] splitKeys) throws IOException {
    throw new IllegalStateException();
  }

  public void enable(TableName table) throws IOException {
    throw new IllegalStateException();
  }

  public void enable(TableName table, EnableOptions options) throws IOException {
    throw new IllegalStateException();
  }

  public List<TableFinding> verify(TableName table) throws IOException {
    throw new IllegalStateException();
  }
}
