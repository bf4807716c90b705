package io.rowlock.connection;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous scan of committed rows, as of any instants between its steps. Its own methods are
 * called one after the other.
 */
final class CommittedScan implements AdvancedScanResultConsumer {

  private final TransactionManager manager;
  private final TransactionSettings reading;
  private final TableName table;
  private final ScanProgress progress;
  private final AdvancedScanResultConsumer consumer;
  private final AsyncTables tables;
  private @Nullable Transaction transaction;
  private @Nullable Throwable broken; // what the consumer threw

  /**
   * Creates a scan. Reads nothing yet.
   *
   * @param settings determine where the consumer is called
   * @param tables are asked after a failure: the table may be another one
   */
  CommittedScan(
      TransactionManager manager,
      TransactionSettings settings,
      TableName table,
      Scan scan,
      AdvancedScanResultConsumer consumer,
      AsyncTables tables) {
    this.manager = manager;
    this.reading = settings.toBuilder().readOnly(true).build();
    this.table = table;
    this.progress = new ScanProgress(scan);
    this.consumer = consumer;
    this.tables = tables;
  }

  /** Begins, or goes on after a conflict. */
  void start() {
    try {
      Transaction begun = manager.begin(reading);
      transaction = begun;
      begun.unvalidated().asyncTable(table).scan(progress.rest(), this);
    } catch (Throwable refused) { // an error, too: the consumer waits
      endWith(() -> consumer.onError(refused));
    }
  }

  @Override
  public void onNext(Result[] rows, ScanController controller) {
    progress.passed(rows[rows.length - 1], rows.length);
    try {
      consumer.onNext(rows, controller);
    } catch (Throwable thrown) { // an error, too: the scan reports it
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public void onError(Throwable error) {
    endWith(() -> goOnAfter(error));
  }

  private void goOnAfter(Throwable error) {
    if (error == broken) {
      goOn(false, error);
    } else if (error instanceof ConflictException) {
      goOn(progress.mayRestart(), error);
    } else {
      boolean mayBegin = progress.mayBeginAgain();
      var unused =
          CompletableFuture.completedFuture(error)
              .thenCompose(failed -> tables.isEnabledAgain(table, failed))
              .handle((isEnabled, failure) -> failure == null && isEnabled && mayBegin)
              .thenAccept(mayGoOn -> goOn(mayGoOn, error));
    }
  }

  private void goOn(boolean mayGoOn, Throwable error) {
    if (mayGoOn) {
      start();
    } else {
      consumer.onError(AsyncCalls.familiar(error));
    }
  }

  @Override
  public void onComplete() {
    endWith(consumer::onComplete);
  }

  /** Ends the transaction, and goes on whatever that throws. */
  private void endWith(Runnable next) {
    Transaction ended = transaction;
    transaction = null;
    try {
      if (ended != null) {
        var unused = ended.rollbackAsync();
      }
    } finally {
      next.run();
    }
  }
}
