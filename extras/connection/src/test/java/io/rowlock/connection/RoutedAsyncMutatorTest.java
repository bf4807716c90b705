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
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
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

  @Test
  void answerThatHBaseHasLostDoesNotStopTheLine() throws IOException {
    RoutedAsyncMutator mutator =
        new RoutedAsyncMutator(losing(), new PutChecks(0), Long.MAX_VALUE, 0, 10, 0);
    CompletableFuture<Void> lost = put(mutator);
    mutator.flush();
    CompletableFuture<Void> second = put(mutator);
    mutator.close();

    assertThat(second).succeedsWithin(LONG);
    assertThat(lost).isNotDone();
  }

  /** Returns a plain table, of which that is not known yet; it loses the answer to one batch. */
  @SuppressWarnings("unchecked")
  private RoutedAsyncTable<AdvancedScanResultConsumer> losing() throws IOException {
    AsyncTable<AdvancedScanResultConsumer> plain =
        (AsyncTable<AdvancedScanResultConsumer>)
            Proxy.newProxyInstance(
                AsyncTable.class.getClassLoader(),
                new Class<?>[] {AsyncTable.class},
                (self, method, given) ->
                    switch (method.getName()) {
                      case "getName" -> TABLE;
                      case "getOperationTimeout" -> 100L;
                      case "batch" ->
                          List.of(
                              writes.getAndIncrement() == 0
                                  ? new CompletableFuture<>()
                                  : CompletableFuture.completedFuture(null));
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    EnabledTables tables =
        new EnabledTables(RoutedAsyncMutatorTest::withoutLocks, false, System::nanoTime);
    AsyncCalls calls =
        new AsyncCalls(
            new AsyncTables(
                tables,
                new Lazy<>(
                    () -> {
                      throw new IOException("no manager");
                    })),
            new Lazy<>(RoutedAsyncMutatorTest::withoutLocks),
            new Configuration(false),
            new PutChecks(0));
    return new RoutedAsyncTable<>(
        plain, calls, TransactionSettings.ofDefaults(), ScanStyle.ADVANCED);
  }

  /** Returns a connection on which no table has the family of the locks. */
  private static Connection withoutLocks() {
    Table table =
        proxy(
            Table.class,
            method -> {
              if (method.equals("exists")) {
                throw new NoSuchColumnFamilyException("no locks");
              }
              return null;
            });
    TableBuilder builder =
        proxy(TableBuilder.class, method -> method.equals("build") ? table : SELF);
    return proxy(Connection.class, method -> method.equals("getTableBuilder") ? builder : null);
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

  private static final Object SELF = new Object();

  @FunctionalInterface
  private interface Answer {
    @Nullable Object to(String method) throws IOException;
  }

  private static <T> T proxy(Class<T> type, Answer answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, given) -> {
              Object answer = answers.to(method.getName());
              return SELF.equals(answer) ? self : answer;
            }));
  }

  private static <T> T answering(Class<T> type, Supplier<Object> answer) {
    return proxy(type, method -> answer.get());
  }
}
