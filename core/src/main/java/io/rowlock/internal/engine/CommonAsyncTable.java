package io.rowlock.internal.engine;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * What the asynchronous tables of transactions and of connections have in common: the name and the
 * time limits are those of HBase's own table, and the deprecated builders lead to {@link
 * AsyncTable#checkAndMutate}.
 */
@SuppressWarnings("deprecation")
public interface CommonAsyncTable<C extends ScanResultConsumerBase> extends AsyncTable<C> {

  /** Returns HBase's own table. */
  AsyncTable<?> plain();

  @Override
  default TableName getName() {
    return plain().getName();
  }

  @Override
  default long getRpcTimeout(TimeUnit unit) {
    return plain().getRpcTimeout(unit);
  }

  @Override
  default long getReadRpcTimeout(TimeUnit unit) {
    return plain().getReadRpcTimeout(unit);
  }

  @Override
  default long getWriteRpcTimeout(TimeUnit unit) {
    return plain().getWriteRpcTimeout(unit);
  }

  @Override
  default long getOperationTimeout(TimeUnit unit) {
    return plain().getOperationTimeout(unit);
  }

  @Override
  default long getScanTimeout(TimeUnit unit) {
    return plain().getScanTimeout(unit);
  }

  @Override
  default CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new AsyncChecks(this, row, family);
  }

  @Override
  default CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new AsyncChecks(this, row, filter);
  }
}
