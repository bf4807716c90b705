package io.rowlock.it.clients;

import static io.rowlock.it.kit.Rows.bytes;
import static io.rowlock.it.kit.Rows.get;
import static io.rowlock.it.kit.Rows.put;
import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.NotCommittedException;
import io.rowlock.connection.RowlockConnection;
import io.rowlock.connection.Transactions;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What code written for HBase expects besides correct rows: found by HBase's own client tests. */
@ExtendWith(HBaseExtension.class)
class UnchangedCodeIT {

  private Connection connection;
  private Table table;

  @BeforeEach
  void connect(Connection plain, Configuration configuration) throws IOException {
    configuration.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    TableName name = TestTables.create(plain, "m");
    connection = ConnectionFactory.createConnection(configuration);
    table = connection.getTable(name);
  }

  @AfterEach
  void disconnect() throws IOException {
    table.close();
    connection.close();
  }

  @Test
  void incrementsOfNothingAreIoExceptions() {
    assertThatThrownBy(() -> table.incrementColumnValue(null, F, Rows.V, 1))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> table.incrementColumnValue(bytes("a"), null, Rows.V, 1))
        .isInstanceOf(IOException.class);
  }

  /** MultiTableInputFormat of MapReduce writes the name of the table there, for itself. */
  @Test
  void scansMayNameTheirTable() throws IOException {
    table.put(put("a", "1"));
    Scan scan = new Scan();
    scan.setAttribute(Scan.SCAN_ATTRIBUTES_TABLE_NAME, table.getName().getName());
    assertThat(Rows.keys(table, scan)).containsExactly("a");
  }

  /** The record readers of MapReduce always ask for them. */
  @Test
  void scansMayAskForMetrics() throws IOException {
    table.put(put("a", "1"));
    Scan scan = new Scan().setScanMetricsEnabled(true);
    assertThat(Rows.keys(table, scan)).containsExactly("a");
    Transactions.on(connection).run(() -> assertThat(Rows.keys(table, scan)).containsExactly("a"));
    assertThat(scan.isScanMetricsEnabled()).isTrue();
  }

  @Test
  void deletesOfTheLatestVersionDeleteTheColumn() throws IOException {
    table.put(put("a", "1"));
    table.put(put("a", "2"));
    table.delete(new Delete(bytes("a")).addColumn(F, Rows.V));
    assertThat(table.get(get("a")).isEmpty()).isTrue();
  }

  @Test
  void putsWithoutColumnsAreMistakesOfTheCaller() {
    Put empty = new Put(bytes("a"));
    List<ThrowingCallable> calls =
        List.of(
            () -> table.put(empty),
            () -> table.put(List.of(put("b", "1"), empty)),
            () -> table.batch(List.of(put("b", "1"), empty), null));
    assertThat(calls)
        .allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class));
  }

  @Test
  void listsThatFailNameEachAction() throws IOException {
    Put lost = new Put(bytes("b")).addColumn(bytes("nowhere"), Rows.V, bytes("1"));
    Delete delete = new Delete(bytes("b")).addFamily(bytes("nowhere"));
    List<ThrowingCallable> calls =
        List.of(
            () -> table.put(List.of(put("a", "1"), lost)),
            () -> table.delete(new ArrayList<>(List.of(delete, delete))));
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOfSatisfying(
                        RetriesExhaustedWithDetailsException.class,
                        details ->
                            assertThat(details.getCauses())
                                .hasSize(2)
                                .hasOnlyElementsOfType(NoSuchColumnFamilyException.class))
                    .hasMessageContaining("NoSuchColumnFamilyException"));
    assertThat(table.exists(get("a"))).isFalse();
  }

  /** Callers decide by the class whether they try again. */
  @Test
  void failuresThatNoRetryMendsAreThoseOfHBase() throws IOException {
    table.put(put("a", "no long"));
    assertThatThrownBy(() -> table.incrementColumnValue(bytes("a"), F, Rows.V, 1))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasCauseInstanceOf(NotCommittedException.class);
    Put lost = new Put(bytes("b")).addColumn(bytes("nowhere"), Rows.V, bytes("1"));
    assertThatThrownBy(() -> table.put(lost))
        .isInstanceOf(NoSuchColumnFamilyException.class)
        .hasMessageContaining("Correct the name");
    Scan nowhere = new Scan().addFamily(bytes("nowhere"));
    assertThatThrownBy(() -> Rows.keys(table, nowhere))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> Transactions.on(connection).run(() -> table.put(lost)))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(table.exists(get("b"))).isFalse();
  }
}
