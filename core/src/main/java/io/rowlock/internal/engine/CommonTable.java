package io.rowlock.internal.engine;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * What the blocking tables of transactions and of connections have in common: methods that only
 * spell out another one. The deprecated builders lead to {@link Table#checkAndMutate}.
 */
@SuppressWarnings("deprecation")
public interface CommonTable extends Table {

  @Override
  default ResultScanner getScanner(byte[] family) throws IOException {
    return getScanner(new Scan().addFamily(family));
  }

  @Override
  default ResultScanner getScanner(byte[] family, byte[] qualifier) throws IOException {
    return getScanner(new Scan().addColumn(family, qualifier));
  }

  @Override
  default long incrementColumnValue(byte[] row, byte[] family, byte[] qualifier, long amount)
      throws IOException {
    return incrementColumnValue(row, family, qualifier, amount, Durability.SYNC_WAL);
  }

  @Override
  default CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new BlockingChecks(this, row, family);
  }

  @Override
  default CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new BlockingChecks(this, row, filter);
  }
}
