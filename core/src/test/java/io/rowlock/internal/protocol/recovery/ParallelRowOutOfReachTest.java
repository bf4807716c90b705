package io.rowlock.internal.protocol.recovery;

import static io.rowlock.internal.protocol.ProtocolFixture.PARALLEL;
import static io.rowlock.internal.protocol.ProtocolFixture.PATIENT;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Lists;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The owner of a parallel commit dies before some of its prewrites. A server is out of reach, or a
 * table takes no writes: another row decides.
 */
class ParallelRowOutOfReachTest {

  private static final TableName OTHER = TableName.valueOf("unreachable");
  private static final List<String> ROWS = List.of("a", "b", "c", "d", "e", "f", "g");
  private static final RowKey X = new RowKey(OTHER, bytes("x"));

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client(PATIENT);

  @BeforeEach
  void fillTables() {
    fixture.cluster.createTable(OTHER, "f");
    fixture.client().begin().put(X, "old").commit();
    ROWS.subList(1, ROWS.size()).forEach(row -> fixture.commit(row, "old"));
  }

  /** Row a is created, and so becomes the primary. */
  private void leaveWithout(String... rows) {
    ScriptedClient owner = fixture.client(PARALLEL);
    for (String row : rows) {
      owner.traffic.onWrite(row + " PREWRITTEN", call -> {});
    }
    ScriptedTransaction transaction = owner.begin().put(X, "new");
    ROWS.forEach(row -> transaction.put(row, "new"));
    transaction.launch();
    owner.traffic.cutOff();
    owner.pause();
    assertThat(fixture.lock("c")).isInstanceOf(Prewritten.class);
  }

  @Test
  void rowThatRefusesEverythingDoesNotKeepTheOthersLocked() {
    leaveWithout("b", "d");
    refuse("b STABLE");
    assertIsRolledBack();
  }

  @Test
  void tableThatCannotBeReadDoesNotKeepTheOthersLocked() {
    leaveWithout("b");
    client.traffic.failReadsOf("x");
    assertIsRolledBack();
  }

  @Test
  void withoutAnotherOpenRowTheFailureIsReported() {
    leaveWithout("x");
    client.traffic.failReadsOf("x");
    assertThatThrownBy(() -> client.begin().put("c", "newer").commit())
        .hasRootCauseInstanceOf(IOException.class);
    assertThat(fixture.lock("c")).isInstanceOf(Prewritten.class);
  }

  /** Each try may take as long as a request: a reader must not wait for all of them. */
  @Test
  void fewOfManyRowsAreTried() {
    leaveWithout("b", "d", "e", "f", "g");
    List.of("b", "d", "e", "f", "g").forEach(row -> refuse(row + " STABLE"));
    assertThatThrownBy(() -> client.begin().put("c", "newer").commit())
        .isInstanceOf(ProtocolFailure.class);
    assertThat(Lists.partition(client.traffic.writes(), 3))
        .isNotEmpty()
        .allSatisfy(step -> assertThat(step).hasSize(3).doesNotHaveDuplicates());
  }

  @Test
  void someReaderFindsTheOnlyRowInReach() {
    leaveWithout("b", "d", "e", "f", "g");
    List.of("b", "d", "f", "g").forEach(row -> refuse(row + " STABLE"));
    for (int i = 0; i < 50 && fixture.lock("a") instanceof Prewritten; i++) {
      try {
        client.read("a");
      } catch (ProtocolFailure undecided) {
        assertThat(fixture.lock("a")).isInstanceOf(Prewritten.class);
      }
    }
    assertIsRolledBack();
  }

  private void refuse(String noted) {
    client.traffic.onEachWrite(
        noted,
        call -> call.answer(WriteOutcome.rejected(new IOException("Simulated: over quota"))));
  }

  private void assertIsRolledBack() {
    assertThat(client.read("c")).isEqualTo("old");
    assertThat(client.read("a")).isNull();
    client.drain();
    fixture.assertStable("a", null);
    fixture.assertStable("c", "old");
  }
}
