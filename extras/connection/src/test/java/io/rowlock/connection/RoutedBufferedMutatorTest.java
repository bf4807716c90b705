package io.rowlock.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Flushes to a plain table, part by part, whose failures are scripted. */
class RoutedBufferedMutatorTest {

  private static final TableName TABLE = TableName.valueOf("t");
  private static final String SERVER = "rs7.example,16020,1";

  private final Deque<Throwable> failures = new ArrayDeque<>();
  private final AtomicLong nanos = new AtomicLong();
  private final List<Integer> sizes = new ArrayList<>();
  private long mostBytes = 1;
  private int flushed;
  private int partsBeforeClosed = Integer.MAX_VALUE;

  @Test
  void timeoutOfHBaseIsAFailureAndNoInterruption() {
    SocketTimeoutException timeout = new SocketTimeoutException("not changed to zero in time");
    failures.add(timeout);
    assertThatThrownBy(() -> flush(2))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            details -> assertThat(details.getCauses()).containsExactly(timeout));
    assertThat(flushed).isEqualTo(2);
  }

  @Test
  void interruptionEndsTheFlush() {
    failures.add(new InterruptedIOException("in a wait"));
    assertThatThrownBy(() -> flush(2))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessage("Interrupted in a flush");
    assertThat(flushed).isEqualTo(1);
  }

  @Test
  void serversThatHaveFailedAreNamed() {
    failures.add(detailsOf("row 0"));
    assertThatThrownBy(() -> flush(1))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            details -> assertThat(details.getHostnamePort(0)).isEqualTo(SERVER));
  }

  @Test
  void errorOfAPartIsReportedWithTheFailuresOfOthers() {
    StackOverflowError error = new StackOverflowError();
    failures.add(detailsOf("row 0"));
    failures.add(error);
    assertThatThrownBy(() -> flush(3))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            details -> {
              assertThat(details.getNumExceptions()).isEqualTo(2);
              assertThat(details.getCause(1)).isSameAs(error);
            });
    assertThat(flushed).isEqualTo(3);
  }

  @Test
  void failuresAreReportedIfTheFlushCannotGoOn() {
    failures.add(detailsOf("row 0"));
    partsBeforeClosed = 1;
    assertThatThrownBy(() -> flush(2))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class)
        .satisfies(
            details ->
                assertThat(details.getSuppressed())
                    .singleElement()
                    .isInstanceOf(IllegalStateException.class));
    assertThat(flushed).isEqualTo(1);
  }

  @Test
  void whatEndsAFlushWithoutFailuresIsThrown() {
    partsBeforeClosed = 1;
    assertThatThrownBy(() -> flush(2)).isInstanceOf(IllegalStateException.class);
    assertThat(flushed).isEqualTo(1);
  }

  /** HBase's servers warn of larger requests, and may refuse them. */
  @Test
  void manySmallMutationsAreWrittenInRequestsOfHBasesSize() throws IOException {
    mostBytes = 1 << 20;
    flush(5_000);
    assertThat(sizes).containsExactly(2_048, 2_048, 904);
  }

  private static RetriesExhaustedWithDetailsException detailsOf(String row) {
    return new RetriesExhaustedWithDetailsException(
        List.of(new IOException("refused")), List.of(put(row)), List.of(SERVER));
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row))
        .addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("value"));
  }

  /** Flushes mutations, at first each in a part of its own. */
  private void flush(int mutations) throws IOException {
    mutator().mutate(rows(mutations));
  }

  private static List<Mutation> rows(int number) {
    return IntStream.range(0, number).<Mutation>mapToObj(i -> put("row " + i)).toList();
  }

  private RoutedBufferedMutator mutator() {
    Connection plain = answering(Connection.class);
    PutChecks checks = new PutChecks(0);
    EnabledTables tables =
        new EnabledTables(
            () -> plain, false, () -> nanos.addAndGet(Duration.ofMinutes(2).toNanos()));
    Lazy<TransactionManager> managers =
        new Lazy<>(
            () -> {
              throw new IOException("No table is transactional");
            });
    TransactionalCalls calls = new TransactionalCalls(plain, tables, managers, checks);
    return new RoutedBufferedMutator(
        new RoutedTableBuilder(answering(TableBuilder.class), calls).build(),
        calls,
        checks,
        null,
        mostBytes,
        1_000);
  }

  private <T> T answering(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, given) -> {
              if (method.getName().equals("batch")) {
                sizes.add(((List<?>) given[0]).size());
              }
              return answer(self, method);
            }));
  }

  private @Nullable Object answer(Object self, Method method) throws Throwable {
    return switch (method.getName()) {
      case "getTableBuilder" -> answering(TableBuilder.class);
      case "build" -> answering(Table.class);
      case "getName" -> TABLE;
      case "exists" -> throw withoutLocks();
      case "batch" -> batch();
      default -> method.getReturnType().isInstance(self) ? self : null;
    };
  }

  private Exception withoutLocks() {
    return flushed < partsBeforeClosed
        ? new NoSuchColumnFamilyException("_lock")
        : new IllegalStateException("closed");
  }

  private @Nullable Object batch() throws Throwable {
    flushed++;
    if (!failures.isEmpty()) {
      throw failures.remove();
    }
    return null;
  }
}
