package io.rowlock.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionSettings;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Batches are written one after the other, and an error of one does not stop the line. */
class RoutedAsyncMutatorTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final TableName TABLE = TableName.valueOf("table");

  private final Thread user = Thread.currentThread();
  private final AtomicInteger writes = new AtomicInteger();

  @Test
  void errorOfAWriteDoesNotStopTheLine() throws IOException {
    RoutedAsyncMutator mutator =
        new RoutedAsyncMutator(table(), new PutChecks(0), Long.MAX_VALUE, 0, 10, 0);
    CompletableFuture<Void> first = put(mutator);
    mutator.flush();
    CompletableFuture<Void> second = put(mutator);
    mutator.close();

    assertThat(first)
        .failsWithin(LONG)
        .withThrowableOfType(Exception.class)
        .withCauseInstanceOf(StackOverflowError.class);
    assertThat(second)
        .failsWithin(LONG)
        .withThrowableOfType(Exception.class)
        .withMessageContaining("the second write");
  }

  private static CompletableFuture<Void> put(RoutedAsyncMutator mutator) {
    Put put = new Put(Bytes.toBytes("row"));
    put.addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("value"));
    return mutator.mutate(List.of(put)).get(0);
  }

  /** Returns a table whose writes fail, in threads of their own. */
  @SuppressWarnings("unchecked")
  private RoutedAsyncTable<AdvancedScanResultConsumer> table() throws IOException {
    AsyncConnection connection = answering(AsyncConnection.class, Configuration::new);
    AsyncTable<AdvancedScanResultConsumer> plain = answering(AsyncTable.class, this::name);
    AsyncCalls calls = AsyncCalls.on(connection, User.getCurrent(), new Configuration(false));
    return new RoutedAsyncTable<>(
        plain, calls, TransactionSettings.ofDefaults(), ScanStyle.ADVANCED);
  }

  private TableName name() {
    if (Thread.currentThread().equals(user)) {
      return TABLE;
    }
    if (writes.getAndIncrement() == 0) {
      throw new StackOverflowError("in the first write");
    }
    throw new IllegalStateException("in the second write");
  }

  private static <T> T answering(Class<T> type, Supplier<Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> answer.get()));
  }
}
