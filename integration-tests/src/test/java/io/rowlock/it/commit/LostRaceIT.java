package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.FaultyClient.Outcome;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A commit meets hot rows that clients in other processes write so often meanwhile that no lock
 * would name it any more. It has lost, and knows it.
 */
@ExtendWith(HBaseExtension.class)
class LostRaceIT {

  /** More than a lock names. */
  private static final int RIVALS = 20;

  private final Configuration configuration;
  private final Connection connection;
  private final TableName table;

  LostRaceIT(Configuration configuration, Connection connection) throws IOException {
    this.configuration = configuration;
    this.connection = connection;
    table = TestTables.createGated(connection, "m");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void commitBehindManyOthersIsSurelyNotMade(int number) throws Exception {
    List<String> rows = List.of("a", "z").subList(0, number);
    try (TransactionManager rival = TransactionManager.create(connection);
        FaultyClient client = new FaultyClient(configuration, Duration.ofSeconds(5))) {
      rival.run(tx -> addOne(tx.table(table), rows));
      rival.drain();
      Outcome outcome = commitBehind(rival, client, rows);

      assertThat(outcome).isEqualTo(Outcome.NOT_COMMITTED);
      for (String row : rows) {
        long count = rival.call(tx -> Rows.number(tx.table(table), row));
        assertThat(count).isEqualTo(1 + RIVALS);
      }
      rival.drain();
    }
    Locks.assertAllSettled(connection, table);
  }

  /** Lets the client's requests wait in the servers while its rival commits. */
  private Outcome commitBehind(TransactionManager rival, FaultyClient client, List<String> rows)
      throws Exception {
    int requests = rows.size();
    try (Hold hold = Hold.of(table, first(requests));
        Crew crew = new Crew()) {
      Future<Outcome> committing =
          crew.start(() -> client.attempt(tx -> addOne(tx.table(table), rows)));
      hold.awaitArrivals(requests);
      for (int i = 0; i < RIVALS; i++) {
        rival.run(tx -> addOne(tx.table(table), rows));
      }
      rival.drain();
      hold.release();
      return Crew.get(committing);
    }
  }

  private static Predicate<LockWrite> first(int requests) {
    AtomicInteger left = new AtomicInteger(requests);
    return write -> left.getAndDecrement() > 0;
  }

  private static void addOne(Table table, List<String> rows) throws IOException {
    for (String row : rows) {
      table.put(Rows.put(row, Rows.number(table, row) + 1));
    }
  }
}
