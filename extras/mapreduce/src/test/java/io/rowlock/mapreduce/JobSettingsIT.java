package io.rowlock.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** Settings that HBase's format has, and jobs that are refused. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class JobSettingsIT {

  private final Configuration configuration;
  private final Connection connection;
  private final SparkReading reading;

  JobSettingsIT(Configuration configuration, Connection connection) throws IOException {
    this.configuration = configuration;
    this.connection = connection;
    TableName table = TestTables.create(connection, "c");
    this.reading = SparkReading.of(configuration, table);
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(
          tx -> {
            for (String row : new String[] {"a", "b", "c", "d"}) {
              tx.table(table).put(Rows.put(row, "v"));
            }
          });
    }
  }

  @Test
  void selectedRowsAndColumnsAreRead() throws Exception {
    SparkReading some =
        reading
            .with(TableInputFormat.SCAN_ROW_START, "b")
            .with(TableInputFormat.SCAN_ROW_STOP, "d");
    assertThat(some.rows()).isEqualTo(Map.of("b", "v in f", "c", "v in f"));
    assertThat(some.with(TableInputFormat.SCAN_COLUMNS, "f:v g:n").rows()).isEqualTo(some.rows());
    assertThat(some.with(TableInputFormat.SCAN_COLUMN_FAMILY, "g").rows()).isEmpty();
  }

  /** Row c is the first one of a region. */
  @Test
  void boundsAreThoseOfTheScan() throws Exception {
    byte[] a = Rows.bytes("a");
    byte[] c = Rows.bytes("c");
    assertThat(scanning(new Scan().withStartRow(a, false).withStopRow(c, true)).rows().keySet())
        .containsExactly("b", "c");
    assertThat(scanning(new Scan().withStartRow(c).withStopRow(c, true)).rows().keySet())
        .containsExactly("c");
  }

  private SparkReading scanning(Scan scan) throws IOException {
    return reading.with(TableInputFormat.SCAN, TableMapReduceUtil.convertScanToString(scan));
  }

  @Test
  void reversedScanIsRefused() throws IOException {
    assertThatThrownBy(scanning(new Scan().setReversed(true))::rows)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("reversed scan");
  }

  @Test
  void tableWithoutLocksIsRefused() throws IOException {
    TableName plain = TestTables.createPlain(connection);
    assertThatThrownBy(SparkReading.of(configuration, plain)::splits)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Table '" + plain + "' has no locks")
        .hasMessageContaining("TransactionAdmin.enable");
  }

  @Test
  void jobWithoutTableIsRefused() {
    assertThatThrownBy(new SparkReading(configuration)::splits)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("set hbase.mapreduce.inputtable");
  }

  @Test
  void unsupportedScanIsRefused() {
    assertThatThrownBy(reading.with(TableInputFormat.SCAN_TIMESTAMP, "3")::rows)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("limits the time of the cells")
        .hasMessageContaining("Leave the time range out");
  }
}
