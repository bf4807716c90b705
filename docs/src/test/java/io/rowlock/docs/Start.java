package io.rowlock.docs;

// snippet: start
import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.*;
import org.apache.hadoop.hbase.util.Bytes;

public class Start {
  static final TableName ACCOUNTS = TableName.valueOf("accounts");
  static final byte[] FAMILY = Bytes.toBytes("f");

  public static void main(String[] arguments) throws IOException {
    Configuration configuration = HBaseConfiguration.create();
    configuration.addResource(new Path(arguments[0], "hbase-site.xml"));
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin();
        TransactionManager transactions = TransactionManager.create(connection)) {
      if (!admin.tableExists(ACCOUNTS)) {
        ColumnFamilyDescriptor family = ColumnFamilyDescriptorBuilder.of(FAMILY);
        TransactionAdmin.create(connection)
            .createTable(
                TableDescriptorBuilder.newBuilder(ACCOUNTS).setColumnFamily(family).build());
      }
      transactions.run(tx -> set(tx.table(ACCOUNTS), "alice", 100));
      transactions.run(tx -> set(tx.table(ACCOUNTS), "bob", 0));
      AtomicInteger attempts = new AtomicInteger();
      transactions.run( // runs this code again after a conflict
          tx -> {
            Table accounts = tx.table(ACCOUNTS); // HBase's own interface
            long alice = get(accounts, "alice");
            if (attempts.incrementAndGet() == 1) { // another client is faster, and makes it stale
              transactions
                  .runAsync(other -> other.asyncTable(ACCOUNTS).put(put("alice", 500)))
                  .join();
            }
            set(accounts, "alice", alice - 30);
            set(accounts, "bob", get(accounts, "bob") + 30);
          });
      Table accounts = connection.getTable(ACCOUNTS); // plain HBase sees what is committed
      System.out.printf(
          "alice %d, bob %d, %d attempts%n",
          get(accounts, "alice"), get(accounts, "bob"), attempts.get());
    }
  }

  static void set(Table accounts, String name, long balance) throws IOException {
    accounts.put(put(name, balance));
  }

  static Put put(String name, long balance) {
    return new Put(Bytes.toBytes(name)).addColumn(FAMILY, null, Bytes.toBytes(balance));
  }

  static long get(Table accounts, String name) throws IOException {
    return Bytes.toLong(accounts.get(new Get(Bytes.toBytes(name))).getValue(FAMILY, null));
  }
}
// end
