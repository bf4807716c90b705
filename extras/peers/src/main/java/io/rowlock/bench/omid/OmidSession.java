package io.rowlock.bench.omid;

import io.rowlock.bench.kit.LostException;
import io.rowlock.bench.micro.profile.Operations;
import io.rowlock.bench.micro.profile.Operations.Choice;
import io.rowlock.bench.micro.profile.Retries;
import io.rowlock.bench.micro.profile.Workload;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.omid.transaction.RollbackException;
import org.apache.omid.transaction.TTable;
import org.apache.omid.transaction.Transaction;
import org.apache.omid.transaction.TransactionException;
import org.apache.omid.transaction.TransactionManager;

/** One thread's transactions by Omid. */
final class OmidSession implements Workload.Session {
  private final TransactionManager transactions;
  private final TTable table;
  private final Operations operations;
  private final Retries retries;

  /** Puts leave in one batch at the commit, which spares Omid a request for each row. */
  OmidSession(TransactionManager transactions, TTable table, Operations operations, Retries retries)
      throws IOException {
    this.transactions = transactions;
    this.table = table;
    this.operations = operations;
    this.retries = retries;
    table.setAutoFlush(false);
  }

  @Override
  public void run(Choice choice) throws IOException {
    retries.run(() -> attempt(choice));
  }

  private void attempt(Choice choice) throws IOException {
    try {
      Transaction transaction = transactions.begin();
      operations.inOrder(() -> read(transaction, choice), () -> write(transaction, choice));
      transactions.commit(transaction);
    } catch (RollbackException e) {
      throw new LostException(String.valueOf(e.getMessage()));
    } catch (TransactionException e) {
      throw new IOException("Omid: " + e.getMessage(), e);
    }
  }

  private void read(Transaction transaction, Choice choice) throws IOException {
    for (Get get : operations.reads(choice)) {
      Operations.check(table.get(transaction, get));
    }
  }

  private void write(Transaction transaction, Choice choice) throws IOException {
    for (Put put : operations.writes(choice)) {
      table.put(transaction, put);
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
