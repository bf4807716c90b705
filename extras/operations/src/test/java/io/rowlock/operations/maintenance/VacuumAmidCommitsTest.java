package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.FactsAge;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.lock.TrailLimits;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A vacuum removes locks of rows that transactions are about to write. */
class VacuumAmidCommitsTest {

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;
  private final ScriptedClient owner = fixture.client();
  private StoredLock markedA;
  private StoredLock markedB;

  @BeforeEach
  void deleteRows() {
    markedA = deleted("a");
    markedB = deleted("b");
    fixture.time.advance(Duration.ofDays(1));
  }

  private StoredLock deleted(String row) {
    fixture.commit(row, "value");
    fixture.client().begin().delete(row).commit();
    return Objects.requireNonNull(fixture.storedLock(row));
  }

  private void vacuumBefore(String write, String row, StoredLock marked) {
    owner.traffic.onWrite(
        write,
        call -> {
          assertThat(locks.vacuum(row, marked)).isEqualTo(VacuumFate.DELETED);
          call.deliver();
        });
  }

  @Test
  void blindWriteOfAVacuumedRowCommits() {
    vacuumBefore("a STABLE+data", "a", markedA);

    owner.begin().put("a", "new").commit();

    fixture.assertStable("a", "new");
  }

  @Test
  void writeOfARowThatWasReadBeforeTheVacuumIsAConflict() {
    ScriptedTransaction tx = owner.begin().update("a", "new");
    vacuumBefore("a STABLE+data", "a", markedA);

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.CONFLICT);

    owner.begin().update("a", "again").commit();
    fixture.assertStable("a", "again");
  }

  @Test
  void primaryIsVacuumedBeforeTheCommitPoint() {
    vacuumBefore("a COMMITTED+data", "a", markedA);

    owner.begin().put("a", "new").put("b", "new").commit();
    owner.drain();

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void secondaryIsVacuumedBeforeItsPrewrite() {
    vacuumBefore("b PREWRITTEN", "b", markedB);

    owner.begin().put("a", "new").put("b", "new").commit();
    owner.drain();

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void secondaryThatWasReadBeforeTheVacuumIsAConflict() {
    ScriptedTransaction tx = owner.begin().update("a", "new").update("b", "new");
    vacuumBefore("b PREWRITTEN", "b", markedB);

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.CONFLICT);

    owner.drain();
    fixture.assertStable("a", null);
    fixture.assertStable("b", null);
  }

  /** An absent row may be an earlier state: then the write that would prove it fails. */
  @Test
  void commitThatAStaleServerDeniesStaysUnknown() {
    commitPointIsDeniedByAStaleServer();

    assertThat(failureOf(owner.begin().append("a", "T")).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);

    fixture.assertStable("a", "T");
  }

  @Test
  void commitThatAStaleServerDeniesForAWhileIsDoneOnce() {
    commitPointIsDeniedByAStaleServer();
    owner.traffic.onWrite(
        "a STABLE",
        call -> {
          owner.traffic.answerStale("a", null);
          call.deliver();
        });

    owner.begin().append("a", "T").commit();

    fixture.assertStable("a", "T");
  }

  private void commitPointIsDeniedByAStaleServer() {
    owner.traffic.onWrite(
        "a STABLE+data",
        call -> {
          WriteOutcome unused = call.execute();
          owner.traffic.answerStale("a", new StoredRow(key("a"), List.of(), null));
          call.answer(WriteOutcome.NOT_EQUAL);
        });
  }

  /**
   * The lock of a row that was never written shows only that it was fenced. A fence after the
   * vacuum must not bring back the bytes that a commit point under way expects.
   */
  @Test
  void fenceAfterTheVacuumDoesNotLookLikeTheOneBefore() {
    StoredLock marked = fenced("0");
    fixture.time.advance(Duration.ofDays(1));
    owner.traffic.onWrite(
        "0 COMMITTED+data",
        call -> {
          assertThat(locks.vacuum("0", marked)).isEqualTo(VacuumFate.DELETED);
          assertThat(fixture.client().read("b")).as("rolls back").isNull();
          call.deliver();
        });

    owner.begin().put("0", "new").put("b", "new").commit();
    owner.drain();

    assertThat(owner.traffic.writes()).as("lost").contains("b PREWRITTEN", "0 COMMITTED+data");
    fixture.assertStable("0", "new");
    fixture.assertStable("b", "new");
  }

  /** The trace that a committed primary restores is a proof, in bytes that never existed before. */
  @Test
  void restoredTraceDoesNotLookLikeTheOneThatWasVacuumed() {
    ScriptedClient dead = fixture.client();
    dead.traffic.onWrite("~0 STABLE", call -> dead.traffic.cutOff());
    dead.begin().put("0", "new").delete("1").commit();
    StoredLock marked = Objects.requireNonNull(fixture.storedLock("1"));
    long version = fixture.version("1");
    fixture.time.advance(Duration.ofDays(1));
    assertThat(locks.vacuum("1", marked)).isEqualTo(VacuumFate.DELETED);

    assertThat(locks.settle("0").kind()).isEqualTo(Settlement.Kind.ROLLED_FORWARD);

    assertThat(fixture.version("1")).isEqualTo(version);
    assertThat(Objects.requireNonNull(fixture.storedLock("1")).bytes())
        .isNotEqualTo(marked.bytes());
  }

  /** Returns the lock after a roll-back, which is the only trace in the row. */
  private StoredLock fenced(String row) {
    Clock clock = owner.environment.clock();
    LockWrites writes =
        new LockWrites(
            new TableCatalog(owner.store, clock, FactsAge.DEFAULT), clock, TrailLimits.DEFAULT);
    fixture.await(
        writes
            .replace(key(row), null, Stable.UNBORN.fenced(), List.of())
            .thenCompose(owner.store::write));
    owner.traffic.clear();
    return Objects.requireNonNull(fixture.storedLock(row));
  }
}
