package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.rowlock.internal.engine.OwnConnection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A manager that no caller will get is closed as soon as it exists. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class AbandonedManagerTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final Configuration configuration = GatedRegistry.shut();
  private final RowlockOptions options = RowlockOptions.ofDefaults();

  /** Returns the caller's connection, whose master never answers the request for its time. */
  private AsyncConnection callers() {
    return answering(AsyncConnection.class);
  }

  private <T> T answering(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Class<?> answer = method.getReturnType();
              if (answer == CompletableFuture.class) {
                return CompletableFuture.failedFuture(new IOException("no master"));
              }
              return answer == Configuration.class
                  ? configuration
                  : answer.isInstance(self) ? self : answering(answer);
            }));
  }

  @Test
  void connectionOfAnInterruptedCaller() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> OwnConnection.open(configuration, LONG))
        .isInstanceOf(InterruptedIOException.class);
    assertClosesWhatComes();
  }

  @Test
  void connectionThatIsTooLate() {
    assertThatThrownBy(() -> OwnConnection.open(configuration, Duration.ofMillis(1)))
        .hasMessageContaining("No HBase answered");
    assertClosesWhatComes();
  }

  @Test
  void managerOfAnInterruptedCaller() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> TransactionManager.create(callers(), options))
        .isInstanceOf(InterruptedIOException.class);
    assertClosesWhatComes();
  }

  /** Completes the future as {@code orTimeout} does. */
  @Test
  void managerOfAFutureThatTheCallerHasCompleted() {
    CompletableFuture<TransactionManager> created =
        TransactionManager.createAsync(callers(), options);
    assertThat(created.completeExceptionally(new TimeoutException())).isTrue();
    assertClosesWhatComes();
  }

  @Test
  void managerInUseStaysOpen() {
    CompletableFuture<TransactionManager> created =
        TransactionManager.createAsync(callers(), options);
    GatedRegistry.open();
    TransactionManager manager = created.join();
    assertThat(GatedRegistry.closed()).isNotDone();
    manager.close();
    assertThat(GatedRegistry.closed()).isDone();
  }

  private static void assertClosesWhatComes() {
    boolean unused = Thread.interrupted();
    assertThat(GatedRegistry.closed()).isNotDone();
    GatedRegistry.open();
    assertThat(GatedRegistry.closed().join()).isEqualTo("closed");
  }
}
