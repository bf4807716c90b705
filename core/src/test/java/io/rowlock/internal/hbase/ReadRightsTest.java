package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.security.access.Permission;
import org.junit.jupiter.api.Test;

/** A master that reports no permissions does not hold up reads. */
class ReadRightsTest {

  private static final TableName TABLE = TableName.valueOf("table");

  private final VirtualTime time = new VirtualTime();
  private final ScriptedConnection hbase = new ScriptedConnection();
  private final AccessRights access =
      new AccessRights(
          new RegionServers(hbase.connection(), time.environment(1), Duration.ofMinutes(1)),
          "reader");
  private final ReadRights rights = new ReadRights(access, time);

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

  /** What a user may do with a table is asked in two questions, and neither may lack an answer. */
  @Test
  void twoQuestionsAboutOneTableAreSent() {
    hbase.failure(new IOException("Simulated: no master"));
    assertThat(read()).isCompleted();
    time.advance(Duration.ofMinutes(2));
    CompletableFuture<List<Boolean>> write = new CompletableFuture<>();
    hbase.answer(write).answer(CompletableFuture.completedFuture(List.of(false)));
    Permission lock = Permission.newBuilder(TABLE).withActions(Permission.Action.WRITE).build();
    var answer = access.request(List.of(lock));
    assertThat(access.request(List.of(lock))).isCompletedWithValue(Optional.of(List.of(false)));
    write.complete(List.of(true));
    assertThat(answer).isCompletedWithValue(Optional.of(List.of(true)));
  }

  @Test
  void oneReadAsksAllItsQuestions() {
    hbase.failure(new IOException("Simulated: no master"));
    assertThat(read()).isCompleted();
    time.advance(Duration.ofMinutes(2));
    hbase.answer(CompletableFuture.completedFuture(List.of(true)));
    hbase.answer(CompletableFuture.completedFuture(List.of(false)));
    hbase.answer(CompletableFuture.completedFuture(true)); // the table exists
    assertThat(rights.require(List.of(lockIn(TABLE), lockIn(TableName.valueOf("other")))))
        .isCompletedExceptionally();
    assertThat(hbase.answersLeft()).isZero();
  }

  private void assertThatOneOfTwoReadsWaits() {
    CompletableFuture<List<Boolean>> silence = new CompletableFuture<>();
    hbase.answer(silence).answer(silence);
    CompletableFuture<Void> waiting = read();
    assertThat(read()).isCompleted();
    assertThat(waiting).isNotCompleted();
    assertThat(hbase.answersLeft()).isEqualTo(1);
    silence.complete(List.of(true));
    assertThat(waiting).isCompleted();
  }

  private static RowRead lockIn(TableName table) {
    return RowRead.lockOf(new RowKey(table, new byte[] {1}));
  }

  private CompletableFuture<Void> read() {
    return rights.require(TABLE, ColumnSelection.LOCK_ONLY);
  }
}
