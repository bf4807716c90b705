package io.rowlock.connection;

import io.rowlock.TransactionSettings;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;

/** Builds tables of a {@link RowlockAsyncConnection}. Not thread-safe. */
final class RoutedAsyncTableBuilder<C extends ScanResultConsumerBase>
    implements AsyncTableBuilder<C> {

  private final AsyncTableBuilder<C> plain;
  private final AsyncCalls calls;
  private final ScanStyle<C> style;
  private TransactionSettings settings = TransactionSettings.ofDefaults();

  RoutedAsyncTableBuilder(AsyncTableBuilder<C> plain, AsyncCalls calls, ScanStyle<C> style) {
    this.plain = plain;
    this.calls = calls;
    this.style = style;
  }

  @Override
  public AsyncTableBuilder<C> setOperationTimeout(long timeout, TimeUnit unit) {
    plain.setOperationTimeout(timeout, unit);
    settings = RoutedTableBuilder.within(unit.toMillis(timeout));
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setScanTimeout(long timeout, TimeUnit unit) {
    plain.setScanTimeout(timeout, unit);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setRpcTimeout(long timeout, TimeUnit unit) {
    plain.setRpcTimeout(timeout, unit);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setReadRpcTimeout(long timeout, TimeUnit unit) {
    plain.setReadRpcTimeout(timeout, unit);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setWriteRpcTimeout(long timeout, TimeUnit unit) {
    plain.setWriteRpcTimeout(timeout, unit);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setRetryPause(long pause, TimeUnit unit) {
    plain.setRetryPause(pause, unit);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setRetryPauseForServerOverloaded(long pause, TimeUnit unit) {
    plain.setRetryPauseForServerOverloaded(pause, unit);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setMaxAttempts(int attempts) {
    plain.setMaxAttempts(attempts);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setStartLogErrorsCnt(int count) {
    plain.setStartLogErrorsCnt(count);
    return this;
  }

  /** Overrides a method of HBase 2.6. Requests of a transaction have no attributes. */
  public AsyncTableBuilder<C> setRequestAttribute(String key, byte[] value) {
    NewerHBase.setRequestAttribute(AsyncTableBuilder.class, plain, key, value);
    return this;
  }

  @Override
  public RoutedAsyncTable<C> build() {
    return new RoutedAsyncTable<>(plain.build(), calls, style.threads().apply(settings), style);
  }
}
