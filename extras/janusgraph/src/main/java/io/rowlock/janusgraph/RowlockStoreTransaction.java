package io.rowlock.janusgraph;

import io.rowlock.Transaction;
import io.rowlock.TransactionEndedException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.BaseTransactionConfig;
import org.janusgraph.diskstorage.PermanentBackendException;
import org.janusgraph.diskstorage.common.AbstractStoreTransaction;
import org.janusgraph.diskstorage.keycolumnvalue.StoreTransaction;

/** A transaction of JanusGraph, which is one of Rowlock on the table of the graph. */
final class RowlockStoreTransaction extends AbstractStoreTransaction {

  private final Transaction transaction;
  private final Table table;
  private final Table unvalidated;
  private final boolean isValidated;
  private final ExpectedValues expected = new ExpectedValues();
  private volatile boolean isCommitted;

  /**
   * Creates a transaction. No I/O.
   *
   * @param isValidated whether the commit validates reads of rows
   */
  RowlockStoreTransaction(
      BaseTransactionConfig config, Transaction transaction, TableName table, boolean isValidated) {
    super(config);
    this.transaction = transaction;
    this.table = transaction.table(table);
    this.unvalidated = transaction.unvalidated().table(table);
    this.isValidated = isValidated;
  }

  static RowlockStoreTransaction of(StoreTransaction transaction) {
    return (RowlockStoreTransaction) transaction;
  }

  /** Returns the table to read rows from. */
  Table rows() {
    return isValidated ? table : unvalidated;
  }

  /**
   * Returns the table to scan. The rows of all stores are in one range: if scans were validated,
   * each of them would conflict with each allocation of ids and each message of a log.
   */
  Table scans() {
    return unvalidated;
  }

  /** Returns the values that must still be there at the first write. */
  ExpectedValues expected() {
    return expected;
  }

  /** Buffers writes; deletes come before puts, also of the same column. */
  void write(List<Delete> deletes, List<Put> puts) throws BackendException {
    expected.check(table);
    try {
      table.delete(deletes);
      table.put(puts);
    } catch (IOException refused) {
      throw BackendFailures.ofCall(refused);
    }
  }

  /** Commits; does nothing if it has committed before, which JanusGraph's other backends allow. */
  @Override
  public void commit() throws BackendException {
    if (isCommitted) {
      return;
    }
    try {
      transaction.commit();
      isCommitted = true;
    } catch (IOException failure) {
      throw BackendFailures.ofCommit(failure);
    } catch (TransactionEndedException ended) {
      throw new PermanentBackendException(ended.getMessage(), ended);
    }
  }

  @Override
  public void rollback() {
    transaction.rollback();
  }

  @Override
  public String toString() {
    return "rowlock[" + transaction.id() + "]";
  }
}
