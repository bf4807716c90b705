package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * HBase loses an answer whose handling throws anything but an IOException: its timers have been
 * stopped by then, and the future stays open for ever. Nobody may wait that long.
 */
class LostAnswersTest {

  private static final TableName TABLE = TableName.valueOf("table");
  private static final RowKey ROW = new RowKey(TABLE, Bytes.toBytes("row"));
  private static final Duration RPC_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(10);

  private final VirtualTime time = new VirtualTime();
  private final ScriptedConnection hbase = new ScriptedConnection();
  private final RowStore store =
      new HBaseStores(
              hbase.connection(),
              "user",
              new ScriptedConnection().connection(),
              new HBaseStoreSettings(RPC_TIMEOUT, OPERATION_TIMEOUT, 8, true),
              time.environment(1))
          .counting(new RpcCounter());

  private void lose() {
    hbase.answer(new CompletableFuture<>());
  }

  @Test
  void factsOfATableFailWithTheOperation() {
    lose(); // the descriptor
    CompletableFuture<?> facts = store.describe(TABLE);

    time.advance(OPERATION_TIMEOUT);
    assertThat(facts).isCompletedExceptionally();
    assertThat(facts.handle((found, failure) -> failure).join())
        .isInstanceOf(TimeoutIOException.class)
        .hasMessageContaining("table");
  }

  @Test
  void readGoesAheadWithoutPermissions() {
    lose(); // the permissions
    hbase.failure(new IOException("the read"));
    CompletableFuture<?> read = store.read(List.of(RowRead.lockOf(ROW)), List.of());

    time.advance(Duration.ofSeconds(5));
    time.advance(OPERATION_TIMEOUT);
    assertThat(read).isDone();
  }

  @Test
  void readIsRefusedThoughTheTableMayNotExist() {
    hbase.answer(CompletableFuture.completedFuture(List.of(false)));
    lose(); // whether the table exists
    CompletableFuture<?> read = store.read(List.of(RowRead.lockOf(ROW)), List.of());

    time.advance(Duration.ofSeconds(5));
    assertThat(read).isCompletedExceptionally();
  }

  @Test
  void writeEndsThoughNobodyKnowsWhetherTheTableIsDisabled() {
    for (int i = 0; i < 3; i++) {
      hbase.failure(new NotServingRegionException("moving"));
    }
    lose(); // whether the table is disabled
    StoredLock lock = new StoredLock(new byte[] {1}, 5);
    CompletableFuture<WriteOutcome> write =
        store.write(new ConditionalWrite(ROW, null, lock, List.of(), Durability.SYNC_WAL));

    time.advance(OPERATION_TIMEOUT.plus(RPC_TIMEOUT));
    assertThat(write)
        .isCompletedWithValueMatching(outcome -> outcome.kind() == WriteOutcome.Kind.REJECTED);
  }
}
