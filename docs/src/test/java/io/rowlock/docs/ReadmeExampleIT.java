package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionAdmin;
import io.rowlock.TransactionManager;
import io.rowlock.bench.EmbeddedHBase;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The example of the README does what its comments say, on a table that was there before. */
class ReadmeExampleIT {

  private static final TableName ACCOUNTS = TableName.valueOf("accounts");
  private static final byte[] ALICE = Bytes.toBytes("alice");
  private static final byte[] BOB = Bytes.toBytes("bob");

  private static EmbeddedHBase hbase;
  private static Connection connection;
  private static TransactionManager transactions;

  @BeforeAll
  static void startWithAnOrdinaryTable() throws Exception {
    hbase = EmbeddedHBase.start();
    connection = hbase.connect();
    try (Admin admin = connection.getAdmin();
        Table accounts = connection.getTable(ACCOUNTS)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(ACCOUNTS)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(ReadmeExample.FAMILY))
              .build());
      accounts.put(List.of(account(ALICE, 100), account(BOB, 0)));
    }
    TransactionAdmin.create(connection).enable(ACCOUNTS);
    transactions = TransactionManager.create(connection);
  }

  @AfterAll
  static void stop() throws Exception {
    transactions.close();
    connection.close();
    hbase.close();
  }

  @Test
  void movesMoneyOrNothing() throws IOException {
    assertThat(ReadmeExample.transfer(transactions, ALICE, BOB, 30)).isEqualTo(70);
    assertThatThrownBy(() -> ReadmeExample.transfer(transactions, ALICE, BOB, 71))
        .isExactlyInstanceOf(IllegalStateException.class);
    try (Table accounts = connection.getTable(ACCOUNTS)) {
      assertThat(ReadmeExample.balance(accounts, ALICE)).isEqualTo(70);
      assertThat(ReadmeExample.balance(accounts, BOB)).isEqualTo(30);
    }
  }

  private static Put account(byte[] row, long balance) {
    return new Put(row)
        .addColumn(ReadmeExample.FAMILY, ReadmeExample.BALANCE, Bytes.toBytes(balance));
  }
}
