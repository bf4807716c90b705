package io.rowlock.it.crash;

import io.rowlock.TransactionManager;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.local.LifeLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * A client in its own process that reads all lists in one transaction, and thereby settles the
 * locks that it meets. Arguments: history file, number of the client.
 */
final class WholeReader {

  private WholeReader() {}

  public static void main(String[] arguments) throws IOException {
    LifeLine.holdIfFlagged();
    System.out.println(Version.ofThisProcess());
    HistoryFile history = new HistoryFile(Path.of(arguments[0]));
    int process = Integer.parseInt(arguments[1]) * CrashClient.MOST_THREADS;
    long id = process * ClientThread.IDS;
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        TransactionManager transactions = TransactionManager.create(connection)) {
      history.add(new HistoryLine.Ready(System.nanoTime()));
      history.add(new HistoryLine.Begin(id, process, System.nanoTime(), List.of()));
      Map<String, List<Long>> lists =
          transactions.<Map<String, List<Long>>, IOException>call(
              tx -> ListTable.scan(tx.table(ListTable.NAME)));
      history.add(new HistoryLine.End(id, System.nanoTime(), Outcome.OK, Recovery.reads(lists)));
      transactions.drain();
    }
  }
}
