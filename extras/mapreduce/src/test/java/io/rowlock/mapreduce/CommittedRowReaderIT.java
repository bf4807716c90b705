package io.rowlock.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableRecordReader;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A scan fails once, after its last row has been deleted. */
@ExtendWith(HBaseExtension.class)
class CommittedRowReaderIT {

  private final Connection connection;
  private final Table table;
  private final List<String> read = new ArrayList<>();

  CommittedRowReaderIT(Configuration configuration, Connection plain) throws IOException {
    configuration.set("hbase.client.connection.impl", "io.rowlock.connection.RowlockConnection");
    this.connection = ConnectionFactory.createConnection(configuration);
    this.table = connection.getTable(TestTables.create(plain));
  }

  @BeforeEach
  void fill() throws IOException {
    table.put(List.of(Rows.put("a", "1"), Rows.put("b", "1"), Rows.put("c", "1")));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  @Test
  void readerFailsSoThatTheTaskRunsAgain() {
    assertThatThrownBy(() -> readWith(new CommittedRowReader())).hasMessage("injected");
    assertThat(read).containsExactly("a");
  }

  /** The reason for a reader of our own. */
  @Test
  void readerOfHBaseMissesRow() throws Exception {
    readWith(new TableRecordReader());
    assertThat(read).containsExactly("a", "c");
  }

  private void readWith(TableRecordReader reader) throws Exception {
    reader.setTable(failingOnce());
    reader.setScan(new Scan());
    reader.initialize(null, null);
    while (reader.nextKeyValue()) {
      String row = Bytes.toString(reader.getCurrentKey().copyBytes());
      read.add(row);
      table.delete(Rows.delete(row));
    }
  }

  /** Returns the table; of its scanners, the first one fails at its second row. */
  private Table failingOnce() {
    AtomicInteger calls = new AtomicInteger();
    return intercepting(
        Table.class,
        table,
        "getScanner",
        answer ->
            intercepting(
                ResultScanner.class,
                (ResultScanner) answer,
                "next",
                row -> {
                  if (calls.incrementAndGet() == 2) {
                    throw new IOException("injected");
                  }
                  return row;
                }));
  }

  /** Replaces an answer. */
  private interface Interceptor {
    Object apply(Object answer) throws IOException;
  }

  private static <T> T intercepting(
      Class<T> type, T original, String method, Interceptor interceptor) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              try {
                Object answer = called.invoke(original, arguments);
                return called.getName().equals(method) ? interceptor.apply(answer) : answer;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }
}
