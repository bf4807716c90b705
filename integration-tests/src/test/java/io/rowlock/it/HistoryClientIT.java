package io.rowlock.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.history.HistoryRecorder;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.it.history.FinalState;
import io.rowlock.it.history.HistoryClient;
import io.rowlock.it.history.HistoryTables;
import io.rowlock.it.history.Keys;
import io.rowlock.it.history.RawReader;
import io.rowlock.it.history.TransactionLog;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The workload of histories, on an HBase in good health. */
@ExtendWith(HBaseExtension.class)
class HistoryClientIT {

  private static final int THREADS = 4;
  private static final int TRANSACTIONS = 250;

  @Test
  void noRawReaderSeesWhatIsNotCommitted(Connection connection) throws Exception {
    List<TableName> tables = HistoryTables.create(connection, "history-");
    Keys keys = new Keys(tables, System.currentTimeMillis());
    HistoryRecorder recorder = new HistoryRecorder(System::nanoTime);
    TransactionLog log = TransactionLog.to(recorder);
    RawReader raw = new RawReader(connection, keys, 1);
    Map<Outcome, Integer> told = Collections.synchronizedMap(new EnumMap<>(Outcome.class));
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      Crew.runAll(
          THREADS,
          thread -> {
            HistoryClient client = new HistoryClient(thread, keys, log, thread);
            for (int i = 0; i < TRANSACTIONS; i++) {
              told.merge(client.transact(transactions), 1, Integer::sum);
              raw.read();
            }
          });
      transactions.drain();
      FinalState end = new FinalState(tables, recorder.history());
      end.readBy(transactions, log, THREADS);
      Map<String, List<Long>> orders = end.orders(connection);
      assertThat(told.get(Outcome.OK)).isGreaterThan(THREADS * TRANSACTIONS / 2);
      assertThat(raw.count()).isGreaterThan(THREADS * TRANSACTIONS);
      assertThat(raw.neverCommitted(orders)).isEmpty();
    }
    Locks.assertAllSettled(connection, tables.toArray(TableName[]::new));
  }
}
