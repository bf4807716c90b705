package io.rowlock.connection;

import io.rowlock.RowlockOptions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;

/** Builds mutators of a {@link RowlockAsyncConnection}. Not thread-safe. */
final class RoutedAsyncMutatorBuilder implements AsyncBufferedMutatorBuilder {

  private final RoutedAsyncTableBuilder<?> table;
  private PutChecks checks;
  private long mostBytes;
  private int mostMutations;
  private int mostBuffered;
  private long flushMillis;

  RoutedAsyncMutatorBuilder(RoutedAsyncTableBuilder<?> table, Configuration configuration) {
    this.table = table;
    this.checks = PutChecks.of(configuration);
    this.mostBytes = configuration.getLong("hbase.client.write.buffer", 2_097_152);
    this.mostMutations =
        Math.min(
            RoutedBufferedMutator.MOST_MUTATIONS, RowlockOptions.from(configuration).maxRows());
    this.mostBuffered = configuration.getInt("hbase.client.write.buffer.maxmutations", -1);
    this.flushMillis =
        configuration.getLong("hbase.client.write.buffer.periodicflush.timeout.ms", 0);
  }

  @Override
  public AsyncBufferedMutatorBuilder setOperationTimeout(long timeout, TimeUnit unit) {
    table.setOperationTimeout(timeout, unit);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setRpcTimeout(long timeout, TimeUnit unit) {
    table.setRpcTimeout(timeout, unit);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setRetryPause(long pause, TimeUnit unit) {
    table.setRetryPause(pause, unit);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setWriteBufferPeriodicFlush(long timeout, TimeUnit unit) {
    flushMillis = unit.toMillis(timeout);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setMaxAttempts(int attempts) {
    table.setMaxAttempts(attempts);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setStartLogErrorsCnt(int count) {
    table.setStartLogErrorsCnt(count);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setWriteBufferSize(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("A write buffer of %d bytes".formatted(bytes));
    }
    mostBytes = bytes;
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setMaxKeyValueSize(int bytes) {
    checks = new PutChecks(bytes);
    return this;
  }

  /** Overrides a method that 2.5.13 has and 2.6.1 has not. */
  @SuppressWarnings("MissingOverride")
  public AsyncBufferedMutatorBuilder setMaxMutations(int most) {
    mostBuffered = most;
    return this;
  }

  /** Overrides a method of HBase 2.6. Requests of a transaction have no attributes. */
  public AsyncBufferedMutatorBuilder setRequestAttribute(String key, byte[] value) {
    table.setRequestAttribute(key, value);
    return this;
  }

  /** Overrides a method of HBase 2.6. */
  public AsyncBufferedMutatorBuilder setRequestAttributes(Map<String, byte[]> attributes) {
    attributes.forEach(table::setRequestAttribute);
    return this;
  }

  @Override
  public AsyncBufferedMutator build() {
    return new RoutedAsyncMutator(
        table.build(), checks, mostBytes, mostBuffered, mostMutations, flushMillis);
  }
}
