package io.rowlock;

import io.rowlock.internal.transaction.ActiveTransaction;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** What HBase's blocking and its asynchronous table have in common, as a transaction sees it. */
abstract class TransactionTableBase {

  final TransactionTables tables;
  final ActiveTransaction active;
  final TableName name;
  final AsyncTable<?> plain;

  /**
   * Creates a table without sending anything.
   *
   * @param tables of the transaction
   * @param plain the same table without a transaction
   */
  TransactionTableBase(TransactionTables tables, AsyncTable<?> plain) {
    this.tables = tables;
    this.active = tables.active();
    this.name = plain.getName();
    this.plain = plain;
  }

  /** Returns HBase's own table. */
  public AsyncTable<?> plain() {
    return plain;
  }

  public TableName getName() {
    return name;
  }

  public Configuration getConfiguration() {
    return plain.getConfiguration();
  }

  public long getRpcTimeout(TimeUnit unit) {
    return plain.getRpcTimeout(unit);
  }

  public long getReadRpcTimeout(TimeUnit unit) {
    return plain.getReadRpcTimeout(unit);
  }

  public long getWriteRpcTimeout(TimeUnit unit) {
    return plain.getWriteRpcTimeout(unit);
  }

  public long getOperationTimeout(TimeUnit unit) {
    return plain.getOperationTimeout(unit);
  }

  /** Overrides a method of HBase 2.6. Requests of a transaction have no attributes. */
  public Map<String, byte[]> getRequestAttributes() {
    return Map.of();
  }

  public ResultScanner getScanner(Scan scan) {
    return new TransactionScanner(tables.label(), tables.reads().scan(name, scan));
  }
}
