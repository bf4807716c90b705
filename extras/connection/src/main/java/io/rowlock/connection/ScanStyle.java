package io.rowlock.connection;

import io.rowlock.TransactionSettings;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;

/**
 * How an asynchronous table calls its users.
 *
 * @param consumers turns the users' consumers of scans into those of a transaction's tables
 * @param threads chooses the threads that call users
 */
record ScanStyle<C extends ScanResultConsumerBase>(
    Function<C, AdvancedScanResultConsumer> consumers, UnaryOperator<TransactionSettings> threads) {

  static final ScanStyle<AdvancedScanResultConsumer> ADVANCED =
      new ScanStyle<>(consumer -> consumer, settings -> settings);

  /** Returns the style of tables with a pool. */
  static ScanStyle<ScanResultConsumer> rowByRow(Executor pool) {
    return new ScanStyle<>(RowByRow::new, settings -> settings.toBuilder().executor(pool).build());
  }

  private record RowByRow(ScanResultConsumer consumer) implements AdvancedScanResultConsumer {

    @Override
    public void onNext(Result[] rows, ScanController controller) {
      for (Result row : rows) {
        if (!consumer.onNext(row)) {
          controller.terminate();
          return;
        }
      }
    }

    @Override
    public void onError(Throwable error) {
      consumer.onError(error);
    }

    @Override
    public void onComplete() {
      consumer.onComplete();
    }
  }
}
