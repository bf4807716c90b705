package io.rowlock.it.tools;

import static io.rowlock.it.kit.Rows.N;
import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TestManagers;
import io.rowlock.TransactionManager;
import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Compactions;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A table with data of non-transactional clients becomes transactional; the new clients' clocks are
 * right or wrong.
 */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class AdoptedTableIT {

  private static final String[] OLD = {"a", "b", "c", "d", "e", "f", "k", "l", "m"};

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final TableName table;

  AdoptedTableIT(EmbeddedHBase hbase, Connection connection) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    TableDescriptor plain = TestTables.describe().build();
    table = plain.getTableName();
    try (Admin admin = connection.getAdmin();
        Table raw = connection.getTable(table)) {
      admin.createTable(plain, new byte[][] {Rows.bytes("d")});
      for (String row : OLD) {
        raw.put(old(row));
      }
      admin.flush(table);
      raw.put(old("f"));
    }
  }

  private static Put old(String row) {
    return Rows.put(row, "old").addColumn(G, N, Bytes.toBytes(10L));
  }

  @ParameterizedTest(name = "clock off by {0} minutes")
  @ValueSource(ints = {-60, 0, 60})
  void clientReadsOverwritesAndDeletesOldData(int offMinutes) throws IOException {
    adopt(EnableOptions.ofDefaults());
    try (TransactionManager client = client(offMinutes)) {
      assertContents(client, Stream.of(OLD).map(row -> row + " old 10").toArray(String[]::new));
      client.run(
          tx -> {
            Table rows = tx.table(table);
            assertThat(Rows.text(rows, "a")).isEqualTo("old");
            rows.put(Rows.put("a", "new"));
            rows.put(Rows.put("b", "new"));
            rows.delete(Rows.delete("c"));
            rows.delete(new Delete(Rows.bytes("d")).addColumns(F, Rows.V));
            var unused = rows.increment(new Increment(Rows.bytes("e")).addColumn(G, N, 1));
            rows.delete(Rows.delete("f"));
            rows.put(Rows.put("f", "again"));
            rows.put(Rows.put("x", "inserted"));
          });
      // Single rows take another path through the protocol.
      client.run(tx -> tx.table(table).put(Rows.put("k", "new")));
      client.run(tx -> tx.table(table).delete(Rows.delete("l")));
      client.run(tx -> tx.table(table).delete(Rows.delete("m")));
      client.run(tx -> tx.table(table).put(Rows.put("m", "again")));
      assertContents(
          client,
          "a new 10",
          "b new 10",
          "d null 10",
          "e old 11",
          "f again -",
          "k new 10",
          "m again -",
          "x inserted -");
    }
  }

  @Test
  void clientsWithDistantClocksWriteAlternately() throws IOException {
    adopt(EnableOptions.ofDefaults());
    try (TransactionManager behind = client(-60);
        TransactionManager right = client(0);
        TransactionManager ahead = client(60)) {
      long expected = 10;
      for (TransactionManager client :
          List.of(right, ahead, behind, right, behind, ahead, behind)) {
        expected++;
        long wanted = expected;
        client.run(
            tx -> {
              Result row = tx.table(table).get(Rows.get("a"));
              assertThat(Bytes.toLong(row.getValue(G, N))).isEqualTo(wanted - 1);
              tx.table(table).put(new Put(Rows.bytes("a")).addColumn(G, N, Bytes.toBytes(wanted)));
              tx.table(table).put(Rows.put("d", String.valueOf(wanted)));
            });
        client.drain();
        try (Table raw = connection.getTable(table)) {
          assertThat(Bytes.toLong(raw.get(Rows.get("a")).getValue(G, N))).isEqualTo(wanted);
          assertThat(Rows.text(raw, "d")).isEqualTo(String.valueOf(wanted));
        }
      }
      ahead.run(tx -> tx.table(table).delete(Rows.delete("a")));
      behind.run(tx -> tx.table(table).put(Rows.put("a", "back")));
      behind.run(tx -> tx.table(table).delete(Rows.delete("d")));
      assertContents(
          right,
          "a back -",
          "b old 10",
          "c old 10",
          "e old 10",
          "f old 10",
          "k old 10",
          "l old 10",
          "m old 10");
    }
  }

  @Test
  void clientOverwritesDataFromFutureAfterScan() throws IOException {
    long tomorrow = System.currentTimeMillis() + Duration.ofDays(1).toMillis();
    try (Table raw = connection.getTable(table)) {
      raw.put(new Put(Rows.bytes("a"), tomorrow).addColumn(F, Rows.V, Rows.bytes("tomorrow")));
      raw.put(new Put(Rows.bytes("b"), tomorrow).addColumn(F, Rows.V, Rows.bytes("tomorrow")));
      raw.delete(new Delete(Rows.bytes("c"), tomorrow));
    }
    adopt(EnableOptions.builder().scan(true).build());
    try (TransactionManager client = client(0)) {
      client.run(
          tx -> {
            tx.table(table).put(Rows.put("a", "new"));
            tx.table(table).delete(Rows.delete("b"));
            tx.table(table).put(Rows.put("c", "undeleted"));
          });
      assertContents(
          client,
          "a new 10",
          "c undeleted -",
          "d old 10",
          "e old 10",
          "f old 10",
          "k old 10",
          "l old 10",
          "m old 10");
    }
  }

  private void adopt(EnableOptions options) throws IOException {
    TransactionAdmin admin = TransactionAdmin.create(connection);
    admin.enable(table, options);
    assertThat(admin.verify(table)).isEmpty();
  }

  private TransactionManager client(int offMinutes) throws IOException {
    return TestManagers.withClockOffBy(connection, Duration.ofMinutes(offMinutes));
  }

  /**
   * Checks transactions of this client, of a normal client, and raw reads; now, and with compacted
   * files.
   */
  private void assertContents(TransactionManager client, String... expected) throws IOException {
    client.drain();
    try (TransactionManager ordinary = TransactionManager.create(connection);
        Table raw = connection.getTable(table)) {
      for (Compactions compaction : Compactions.values()) {
        compaction.run(hbase, table);
        assertThat(Rows.contents(raw)).as("raw").containsExactly(expected);
        for (TransactionManager reader : List.of(client, ordinary)) {
          List<String> seen = reader.call(tx -> Rows.contents(tx.table(table)));
          assertThat(seen).as("in a transaction").containsExactly(expected);
        }
      }
    }
  }
}
