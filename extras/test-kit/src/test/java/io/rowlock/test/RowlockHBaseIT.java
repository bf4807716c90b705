package io.rowlock.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same code on a real HBase. */
@ExtendWith(RowlockHBaseExtension.class)
class RowlockHBaseIT {

  private static final TableName IDS = TableName.valueOf("ids");

  @Test
  void transfersCommit(RowlockHBase hbase, TransactionManager transactions, Connection connection)
      throws IOException {
    for (int run = 0; run < 2; run++) {
      hbase.createTable(Accounts.TABLE, "f");
      Accounts.open(transactions);
      Accounts.transfer(transactions, 30);
      assertThat(Accounts.both(transactions)).isEqualTo("70/30");
    }
    transactions.drain();
    try (Table plain = connection.getTable(Accounts.TABLE)) {
      byte[] alice = plain.get(new Get(Bytes.toBytes("alice"))).getValue(Accounts.FAMILY, null);
      assertThat(Bytes.toLong(alice)).isEqualTo(70);
    }
  }

  @Test
  void idsAreKept(RowlockHBase hbase) throws IOException {
    hbase.createOnceTable(IDS);
    OnceTable<byte[]> once = OnceTable.on(hbase.transactions(), IDS);
    assertThat(once.call("one", tx -> new byte[0]).isRepeated()).isFalse();
    assertThat(once.call("one", tx -> new byte[0]).isRepeated()).isTrue();
    assertThat(RowlockHBase.shared()).isSameAs(hbase);
  }
}
