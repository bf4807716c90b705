package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

/** A master that reports no permissions does not hold up reads. */
class ReadRightsTest {

  private static final TableName TABLE = TableName.valueOf("table");

  private final VirtualTime time = new VirtualTime();
  private final ScriptedConnection hbase = new ScriptedConnection();
  private final ReadRights rights =
      new ReadRights(new AccessRights(hbase.connection(), "reader", time), time);

  @Test
  void oneReadAsksAgainWhetherPermissionsAreChecked() {
    hbase.failure(new DoNotRetryIOException("The access controller is not loaded"));
    assertThat(read()).isCompleted();
    time.advance(Duration.ofMinutes(11));
    assertThatOneOfTwoReadsWaits();
  }

  @Test
  void oneReadAsksAgainWhetherTheMasterAnswers() {
    hbase.failure(new IOException("Simulated: no master"));
    assertThat(read()).isCompleted();
    time.advance(Duration.ofMinutes(2));
    assertThatOneOfTwoReadsWaits();
  }

  @Test
  void permissionsCountAgainOnceTheMasterAnswers() {
    hbase.failure(new IOException("Simulated: no master"));
    assertThat(read()).isCompleted();
    time.advance(Duration.ofMinutes(2));
    hbase.answer(CompletableFuture.completedFuture(List.of(false)));
    hbase.answer(CompletableFuture.completedFuture(true)); // the table exists
    assertThat(read()).isCompletedExceptionally();
  }

  private void assertThatOneOfTwoReadsWaits() {
    CompletableFuture<List<Boolean>> silence = new CompletableFuture<>();
    hbase.answer(silence).answer(silence);
    CompletableFuture<Void> asking = read();
    assertThat(read()).isCompleted();
    assertThat(asking).isNotCompleted();
    assertThat(hbase.answersLeft()).isEqualTo(1);
    silence.complete(List.of(true));
    assertThat(asking).isCompleted();
  }

  private CompletableFuture<Void> read() {
    return rights.require(TABLE, ColumnSelection.LOCK_ONLY);
  }
}
