package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.RowlockException;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A table becomes a plain one while the servers hold a request of a commit. */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class DisableAmidCommitIT {

  private final Connection connection;

  DisableAmidCommitIT(Connection connection) {
    this.connection = connection;
  }

  /** Its last request arrives when its lock in the other region is gone, with the family. */
  @Test
  void commitUnderWayIsNeverHalfApplied() throws Exception {
    TestTables.dropOffline(connection);
    TableName table = TestTables.createGated(connection, "m");
    try (Hold hold = Hold.of(table, LockWrite.COMMIT_POINT);
        Crew crew = new Crew();
        TransactionManager client = TransactionManager.create(connection)) {
      Future<Boolean> commit =
          crew.start(
              () -> {
                client.run(
                    tx -> {
                      tx.table(table).put(Rows.put("a", "half"));
                      tx.table(table).put(Rows.put("z", "half"));
                    });
                return true;
              });
      hold.awaitArrivals(1);

      PacedClock clock = new PacedClock(200);
      RowlockOperations.create(connection, clock, clock).disable(table);
      hold.release();

      assertThatThrownBy(() -> Crew.get(commit)).isInstanceOf(RowlockException.class);
    }
    assertThat(raw(table, "a")).isNull();
    assertThat(raw(table, "z")).isNull();
  }

  private String raw(TableName table, String row) throws IOException {
    try (Table raw = connection.getTable(table)) {
      return Rows.text(raw, row);
    }
  }
}
