package io.rowlock.it.commit;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Compactions;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Deletes and puts in sequence, in one transaction and in several, with events between them that
 * make HBase rewrite its files. A plain HBase delete would hide a put with the same timestamp.
 */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class DeletesIT {

  private static final byte[] P = Rows.bytes("p");
  private static final byte[] Q = Rows.bytes("q");

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final TransactionManager transactions;
  private final TableName oneVersion;
  private final TableName fiveVersions;
  private int number;
  private byte[] row = {};
  private TableName table;

  DeletesIT(EmbeddedHBase hbase, Connection connection) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    transactions = TransactionManager.create(connection);
    oneVersion = TestTables.create(connection);
    TableDescriptor versioned =
        TestTables.describe()
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(F).setMaxVersions(5).build())
            .build();
    TransactionAdmin.create(connection).createTable(versioned);
    fiveVersions = versioned.getTableName();
    table = oneVersion;
  }

  @BeforeEach
  void fill() throws IOException {
    table = oneVersion;
    row = Rows.bytes("row-" + ++number);
    write(new Put(row).addColumn(F, P, P).addColumn(F, Q, Q).addColumn(G, P, P));
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  @ParameterizedTest
  @EnumSource
  void putThenDeleteOfColumn(Compactions after) throws IOException {
    write(new Put(row).addColumn(F, P, Rows.bytes("new")), new Delete(row).addColumns(F, P));
    assertHolds(after, "f:q=q g:p=p");
  }

  @ParameterizedTest
  @EnumSource
  void deleteThenPutOfColumn(Compactions after) throws IOException {
    write(new Delete(row).addColumns(F, P), new Put(row).addColumn(F, P, Rows.bytes("new")));
    assertHolds(after, "f:p=new f:q=q g:p=p");
  }

  @ParameterizedTest
  @EnumSource
  void deleteAndPutOfColumnInOneRowMutations(Compactions after) throws IOException {
    write(
        RowMutations.of(
            List.of(
                new Delete(row).addColumns(F, P),
                new Put(row).addColumn(F, P, Rows.bytes("new")),
                new Put(row).addColumn(F, Q, Rows.bytes("new")),
                new Delete(row).addColumns(F, Q))));
    assertHolds(after, "f:p=new g:p=p");
  }

  @ParameterizedTest
  @EnumSource
  void deleteThenPutOfColumnInTwoTransactions(Compactions between) throws IOException {
    write(new Delete(row).addColumns(F, P));
    assertHolds(between, "f:q=q g:p=p");
    write(new Put(row).addColumn(F, P, Rows.bytes("new")));
    assertHolds(between, "f:p=new f:q=q g:p=p");
  }

  @ParameterizedTest
  @EnumSource
  void deleteOfFamilyThenPutOfItsColumn(Compactions after) throws IOException {
    write(new Delete(row).addFamily(F), new Put(row).addColumn(F, Q, Rows.bytes("new")));
    assertHolds(after, "f:q=new g:p=p");
  }

  @ParameterizedTest
  @EnumSource
  void deleteOfRowThenInsert(Compactions after) throws IOException {
    write(new Delete(row), new Put(row).addColumn(G, Q, Rows.bytes("new")));
    assertHolds(after, "g:q=new");
  }

  @ParameterizedTest
  @EnumSource
  void insertThenDeleteOfRow(Compactions after) throws IOException {
    write(new Put(row).addColumn(G, Q, Rows.bytes("new")), new Delete(row));
    assertHolds(after, "");
  }

  @ParameterizedTest
  @EnumSource
  void deleteOfRowThenInsertInTwoTransactions(Compactions between) throws IOException {
    write(new Delete(row));
    assertHolds(between, "");
    write(new Put(row).addColumn(F, P, Rows.bytes("new")));
    assertHolds(between, "f:p=new");
  }

  @ParameterizedTest
  @EnumSource
  void deleteOfRowThenInsertTwice(Compactions between) throws IOException {
    for (String value : List.of("first", "second")) {
      write(new Delete(row));
      assertHolds(between, "");
      write(new Put(row).addColumn(F, P, Rows.bytes(value)).addColumn(G, P, Rows.bytes(value)));
      assertHolds(between, "f:p=" + value + " g:p=" + value);
    }
  }

  /** A family with several versions must not show an old one again. */
  @ParameterizedTest
  @EnumSource
  void deletesOfColumnWithSeveralVersions(Compactions between) throws IOException {
    table = fiveVersions;
    for (String value : List.of("1", "2", "3")) {
      write(new Put(row).addColumn(F, P, Rows.bytes(value)).addColumn(F, Q, Q));
      assertHolds(between, "f:p=" + value + " f:q=q");
    }
    write(new Delete(row).addColumns(F, P));
    assertHolds(between, "f:q=q");
    write(new Put(row).addColumn(F, P, Rows.bytes("4")));
    assertHolds(between, "f:p=4 f:q=q");
    write(new Delete(row));
    assertHolds(between, "");
  }

  /** Runs one transaction. */
  private void write(Row... operations) throws IOException {
    transactions.run(
        tx -> {
          Table rows = tx.table(table);
          for (Row operation : operations) {
            if (operation instanceof Put put) {
              rows.put(put);
            } else if (operation instanceof Delete delete) {
              rows.delete(delete);
            } else {
              var unused = rows.mutateRow((RowMutations) operation);
            }
          }
        });
  }

  /** Checks the row now and after HBase has rewritten its files, in transactions and raw. */
  private void assertHolds(Compactions after, String expected) throws IOException {
    assertHolds(expected);
    after.run(hbase, table);
    assertHolds(expected);
  }

  private void assertHolds(String expected) throws IOException {
    String seen = transactions.call(tx -> describe(tx.table(table).get(new Get(row))));
    assertThat(seen).as("row in a transaction").isEqualTo(expected);
    try (Table raw = connection.getTable(table)) {
      Get get = new Get(row).addFamily(F).addFamily(G);
      assertThat(describe(raw.get(get))).as("row as raw readers see it").isEqualTo(expected);
    }
  }

  private static String describe(Result result) {
    Map<String, String> columns = new TreeMap<>();
    for (Cell cell : result.isEmpty() ? new Cell[0] : result.rawCells()) {
      String column =
          Bytes.toString(CellUtil.cloneFamily(cell))
              + ":"
              + Bytes.toString(CellUtil.cloneQualifier(cell));
      columns.put(column, column + "=" + Bytes.toString(CellUtil.cloneValue(cell)));
    }
    return String.join(" ", columns.values());
  }
}
