package io.rowlock.connection;

import io.rowlock.TransactionSettings;
import java.time.Duration;
import org.apache.hadoop.hbase.client.TableBuilder;

/** Builds tables of a {@link RowlockConnection}. Not thread-safe. */
final class RoutedTableBuilder implements TableBuilder {

  private final TableBuilder plain;
  private final TransactionalCalls calls;
  private TransactionSettings settings = TransactionSettings.ofDefaults();

  RoutedTableBuilder(TableBuilder plain, TransactionalCalls calls) {
    this.plain = plain;
    this.calls = calls;
  }

  /** Returns the settings of calls that end within a number of milliseconds, if it is positive. */
  static TransactionSettings within(long millis) {
    return millis > 0
        ? TransactionSettings.builder()
            .timeout(Duration.ofMillis(Math.min(millis, Integer.MAX_VALUE)))
            .build()
        : TransactionSettings.ofDefaults();
  }

  @Override
  public TableBuilder setOperationTimeout(int timeout) {
    plain.setOperationTimeout(timeout);
    settings = within(timeout);
    return this;
  }

  @Override
  public TableBuilder setRpcTimeout(int timeout) {
    plain.setRpcTimeout(timeout);
    return this;
  }

  @Override
  public TableBuilder setReadRpcTimeout(int timeout) {
    plain.setReadRpcTimeout(timeout);
    return this;
  }

  @Override
  public TableBuilder setWriteRpcTimeout(int timeout) {
    plain.setWriteRpcTimeout(timeout);
    return this;
  }

  /** Overrides a method of HBase 2.6. Requests of a transaction have no attributes. */
  public TableBuilder setRequestAttribute(String key, byte[] value) {
    NewerHBase.setRequestAttribute(TableBuilder.class, plain, key, value);
    return this;
  }

  @Override
  public RoutedTable build() {
    return new RoutedTable(plain.build(), calls, settings);
  }
}
