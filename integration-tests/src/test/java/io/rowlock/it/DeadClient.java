package io.rowlock.it;

import io.rowlock.TestManagers;
import io.rowlock.TransactionAction;
import io.rowlock.TransactionManager;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/** A client that dies in the middle of a commit and leaves its locks behind. */
final class DeadClient {

  private DeadClient() {}

  /**
   * Commits until the first write to {@code table} that {@code last} describes is under way; this
   * one is lost, and nothing comes after it.
   *
   * @param table a gated one
   */
  static void leaveLocks(
      Connection connection,
      TableName table,
      Predicate<LockWrite> last,
      TransactionAction<IOException> work)
      throws Exception {
    try (Hold hold = Hold.of(table, last);
        Crew crew = new Crew();
        TransactionManager victim = TransactionManager.create(connection)) {
      var unused =
          crew.start(
              () -> {
                victim.run(work);
                return null;
              });
      hold.awaitArrivals(1);
      TestManagers.cutOff(victim);
      hold.lose();
    }
  }
}
