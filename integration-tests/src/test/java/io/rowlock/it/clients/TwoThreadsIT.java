package io.rowlock.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.NotCommittedException;
import io.rowlock.Transaction;
import io.rowlock.TransactionEndedException;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * One thread writes in a transaction that two other threads commit at any moment. The commit is
 * atomic: its reported outcome is true, and it contains exactly the accepted writes.
 */
@ExtendWith(HBaseExtension.class)
class TwoThreadsIT {

  private static final int TRANSACTIONS = 200;

  /** The writing thread may be too fast or too slow to be interrupted often. */
  private static final int MOST_TRANSACTIONS = 3_000;

  private static final int WRITES = 6;
  private static final long SEED = 20_241_123;

  private final Random random = new Random(SEED);
  private final Map<String, Integer> outcomes = new TreeMap<>();

  @Test
  void acceptedWritesCommitTogetherOrNotAtAll(Connection connection) throws Exception {
    TableName name = TestTables.create(connection, "1");
    try (TransactionManager transactions = TransactionManager.create(connection);
        Table raw = connection.getTable(name);
        Crew crew = new Crew()) {
      transactions.run(tx -> tx.table(name).put(Rows.put("read", "old")));
      for (int i = 0; i < TRANSACTIONS || (i < MOST_TRANSACTIONS && !isTelling()); i++) {
        String prefix = i % 2 + "-" + i + "-";
        Transaction tx = transactions.begin();
        Future<List<String>> writing = crew.start(() -> write(tx, tx.table(name), prefix));
        Future<String> one = crew.start(commitAfter(tx, random.nextLong(6_000_000)));
        Future<String> other = crew.start(commitAfter(tx, random.nextLong(6_000_000)));
        List<String> accepted = Crew.get(writing);
        List<String> ends = List.of(Crew.get(one), Crew.get(other));

        assertThat(ends).contains("too late");
        boolean committed = ends.contains("committed");
        outcomes.merge(committed ? "committed " + accepted.size() : "refused", 1, Integer::sum);
        transactions.drain();
        assertThat(Rows.keys(raw, Rows.range(prefix, prefix + "z").addFamily(TestTables.F)))
            .as("rows of transaction %d, %s", i, ends)
            .isEqualTo(committed ? accepted : List.of());
      }
    }
    System.out.printf("%s: %s, seed %d%n", getClass().getSimpleName(), outcomes, SEED);
    assertThat(isTelling()).as("refused often, and committed, too").isTrue();
  }

  private boolean isTelling() {
    return outcomes.getOrDefault("refused", 0) > TRANSACTIONS / 10 && outcomes.size() > 1;
  }

  /** Returns the rows whose write was accepted. */
  private static List<String> write(Transaction tx, Table table, String prefix) throws IOException {
    List<String> accepted = new ArrayList<>();
    try {
      for (int i = 0; i < WRITES; i++) {
        String unused = Rows.text(table, "read");
        table.put(Rows.put(prefix + i, "new"));
        accepted.add(prefix + i);
      }
    } catch (TransactionEndedException late) {
      assertThat(late).hasMessageContaining(tx.id());
    }
    return accepted;
  }

  private static Callable<String> commitAfter(Transaction tx, long nanos) {
    return () -> {
      LockSupport.parkNanos(nanos);
      try {
        tx.commit();
        return "committed";
      } catch (TransactionEndedException late) {
        assertThat(late).hasMessageContaining(tx.id());
        return "too late";
      } catch (NotCommittedException refused) {
        assertThat(refused).hasMessageContaining("calls are under way");
        return "refused";
      }
    };
  }
}
