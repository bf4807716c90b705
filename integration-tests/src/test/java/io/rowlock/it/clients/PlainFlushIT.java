package io.rowlock.it.clients;

import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.connection.RowlockConnection;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * After a flush nothing of a plain table is left in a buffer: by HBase's connection and Rowlock's.
 */
@ExtendWith(HBaseExtension.class)
class PlainFlushIT {

  private static final int KIB = 100;

  private static Connection connect(Configuration configuration, boolean rowlock)
      throws IOException {
    Configuration own = new Configuration(configuration);
    if (rowlock) {
      own.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    }
    return ConnectionFactory.createConnection(own);
  }

  private static Put put(int number, byte[] family) {
    return new Put(Bytes.toBytes("r%03d".formatted(number)))
        .addColumn(family, Rows.V, new byte[KIB << 10]);
  }

  private static int count(Connection plain, TableName name) throws IOException {
    int rows = 0;
    try (Table table = plain.getTable(name);
        ResultScanner all = table.getScanner(new Scan())) {
      for (Result unused = all.next(); unused != null; unused = all.next()) {
        rows++;
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void failureKeepsNothingBack(boolean rowlock, Connection plain, Configuration configuration)
      throws IOException {
    TableName table = TestTables.createPlain(plain);
    List<Put> puts = new ArrayList<>(List.of(put(0, Bytes.toBytes("nowhere"))));
    for (int i = 1; i < 50; i++) {
      puts.add(put(i, F));
    }
    int failed = 0;
    try (Connection connection = connect(configuration, rowlock);
        BufferedMutator mutator = connection.getBufferedMutator(table)) {
      try {
        mutator.mutate(puts);
      } catch (RetriesExhaustedWithDetailsException details) {
        failed += details.getNumExceptions();
      }
      mutator.flush();
      assertThat(count(plain, table)).isEqualTo(49);
    }
    assertThat(failed).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void interruptKeepsNothingBack(boolean rowlock, Connection plain, Configuration configuration)
      throws Exception {
    TableName table = TestTables.createPlain(plain);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      puts.add(put(i, F));
    }
    try (Connection connection = connect(configuration, rowlock);
        BufferedMutator mutator = connection.getBufferedMutator(table);
        Table same = connection.getTable(table)) {
      assertThat(same.exists(new Get(Bytes.toBytes("a")))).isFalse(); // the region is known now
      Thread.currentThread().interrupt();
      try {
        mutator.mutate(puts);
      } catch (InterruptedIOException expected) {
        assertThat(Thread.interrupted()).isFalse(); // as after any interrupted call of HBase
      }
      mutator.flush();
      Await.until("all rows are written", Duration.ofMinutes(1), () -> count(plain, table) == 80);
    }
  }
}
