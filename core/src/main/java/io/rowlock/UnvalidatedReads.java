package io.rowlock;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;

/**
 * The tables of a transaction whose reads the commit does not validate: {@link
 * Transaction#unvalidated}. As thread-safe as the transaction.
 */
public final class UnvalidatedReads {

  private final TransactionTables tables;

  UnvalidatedReads(TransactionTables tables) {
    this.tables = tables;
  }

  /** Returns a table like {@link Transaction#table}, whose reads are not validated. */
  public Table table(TableName name) {
    return tables.table(name);
  }

  /** Returns a table like {@link Transaction#asyncTable}, whose reads are not validated. */
  public AsyncTable<AdvancedScanResultConsumer> asyncTable(TableName name) {
    return tables.asyncTable(name);
  }
}
