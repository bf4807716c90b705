package io.rowlock.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.Service;
import io.rowlock.NotCommittedException;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.it.conformance.Call.Silent;
import io.rowlock.it.kit.HBaseExtension;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each entry of docs/reference/differences.md is refused with the message of the page. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class DifferencesIT {

  private static final TableName NAME = TableName.valueOf("differences");
  private static final byte[] V = Bytes.toBytes("v");

  private final Connection connection;
  private final TransactionManager transactions;

  DifferencesIT(Connection connection) throws IOException {
    this.connection = connection;
    transactions = TransactionManager.create(connection);
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(NAME)
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(Draw.F).setMaxVersions(2).build())
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Draw.G))
                .build());
    transactions.run(
        tx ->
            tx.table(NAME)
                .put(new Put(Provocations.ROW).addColumn(Draw.F, V, Bytes.toBytes("abc"))));
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  static Stream<String> refused() {
    return Differences.refused().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("refused")
  void tableRefusesCallAsDocumented(String call) throws IOException {
    try (Transaction tx = transactions.begin()) {
      Throwable refusal = failure(tx, Provocations.all().get(call));
      assertThat(refusal).as(call).isInstanceOf(NotCommittedException.class);
      assertThat(said(refusal))
          .matches("\\w+ on (row 'alice' of )?table 'accounts' refused: .*")
          .endsWith(Differences.refused().get(call));
    }
  }

  @Test
  void pageListsEveryRefusal() {
    assertThat(Differences.refused()).containsOnlyKeys(Provocations.all().keySet());
    assertThat(Differences.failing()).containsOnlyKeys(failures().keySet());
  }

  static Stream<String> failing() {
    return Differences.failing().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("failing")
  void callFailsAsDocumented(String call) throws IOException {
    RowlockOptions narrow = RowlockOptions.builder().maxRows(5).build();
    try (TransactionManager manager = TransactionManager.create(connection, narrow);
        Transaction tx = manager.begin()) {
      Throwable failure = failure(tx, failures().get(call));
      Class<?> type =
          call.startsWith("Table.")
              ? UnsupportedOperationException.class
              : NotCommittedException.class;
      assertThat(failure).as(call).isInstanceOf(type);
      assertThat(said(failure)).isEqualTo(Differences.failing().get(call));
    }
  }

  private static Throwable failure(Transaction tx, Silent use) {
    return catchThrowable(
        () -> {
          use.of(tx.table(NAME));
          tx.commit();
        });
  }

  /** Returns the message with the table name of the page and without the transaction. */
  private static String said(Throwable failure) {
    return failure
        .getMessage()
        .replace("'" + NAME + "'", "'accounts'")
        .replaceAll(" \\[transaction \\w+]$", "");
  }

  @SuppressWarnings("deprecation") // also refuses deprecated methods
  private static Map<String, Silent> failures() {
    Map<String, Silent> failures = new LinkedHashMap<>();
    failures.put("Table.setRpcTimeout(int)", t -> t.setRpcTimeout(1));
    failures.put("Table.setReadRpcTimeout(int)", t -> t.setReadRpcTimeout(1));
    failures.put("Table.setWriteRpcTimeout(int)", t -> t.setWriteRpcTimeout(1));
    failures.put("Table.setOperationTimeout(int)", t -> t.setOperationTimeout(1));
    failures.put("Table.coprocessorService(byte[])", t -> t.coprocessorService(V));
    failures.put(
        "Table.coprocessorService(Class, byte[], byte[], Call)",
        t -> t.coprocessorService(Service.class, V, V, any -> ""));
    failures.put(
        "Table.coprocessorService(Class, byte[], byte[], Call, Callback)",
        t -> t.coprocessorService(Service.class, V, V, any -> "", (region, row, result) -> {}));
    failures.put(
        "Table.batchCoprocessorService(MethodDescriptor, Message, byte[], byte[], Message)",
        t -> t.batchCoprocessorService(null, null, V, V, null));
    failures.put(
        "Table.batchCoprocessorService(MethodDescriptor, Message, byte[], byte[], Message,"
            + " Callback)",
        t -> t.batchCoprocessorService(null, null, V, V, null, (region, row, result) -> {}));
    failures.put(
        "an increment without result of a value that is no long, at the commit",
        t ->
            t.increment(
                new Increment(Provocations.ROW).addColumn(Draw.F, V, 1).setReturnResults(false)));
    failures.put(
        "a LongComparator on a value that is no long",
        t ->
            t.get(
                new Get(Provocations.ROW)
                    .setFilter(new ValueFilter(CompareOperator.EQUAL, new LongComparator(1)))));
    failures.put("more rows than maxRows", DifferencesIT::putSixRows);
    return failures;
  }

  private static void putSixRows(Table table) throws IOException {
    for (String row : List.of("a", "b", "c", "d", "e", "f")) {
      table.put(new Put(Bytes.toBytes(row)).addColumn(Draw.F, V, V));
    }
  }
}
