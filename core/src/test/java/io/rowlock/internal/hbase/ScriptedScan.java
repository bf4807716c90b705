package io.rowlock.internal.hbase;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** HBase's side of a scan, and the rows that it may show. */
final class ScriptedScan implements ScanController, ScanResumer {

  private int resumed;
  private boolean isTerminated;
  private @Nullable Error broken;

  static Result row(String row) {
    byte[] any = Bytes.toBytes("any");
    return Result.create(List.of(new KeyValue(Bytes.toBytes(row), any, any, any)));
  }

  /** Returns a row that cannot be read. */
  static Result unreadable() {
    return new Result() {
      @Override
      public byte[] getRow() {
        throw new StackOverflowError("Simulated");
      }
    };
  }

  /** Makes all further calls throw. */
  void breakWith(Error error) {
    broken = error;
  }

  int resumed() {
    return resumed;
  }

  boolean isTerminated() {
    return isTerminated;
  }

  @Override
  public ScanResumer suspend() {
    throwIfBroken();
    return this;
  }

  @Override
  public void resume() {
    throwIfBroken();
    resumed++;
  }

  @Override
  public void terminate() {
    throwIfBroken();
    isTerminated = true;
  }

  @Override
  public Optional<Cursor> cursor() {
    return Optional.empty();
  }

  private void throwIfBroken() {
    if (broken != null) {
      throw broken;
    }
  }
}
