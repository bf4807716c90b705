package io.rowlock.internal.protocol.read;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.WriterTrail;
import io.rowlock.internal.protocol.longread.PageRecovery;
import io.rowlock.internal.protocol.recovery.Parts;
import io.rowlock.internal.protocol.recovery.RecoveryObserver;
import io.rowlock.internal.store.RowRange;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A range that was read counts completely: a row that it did not contain must not exist at the
 * commit either.
 */
class PhantomTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final ScriptedTransaction tx = client.begin();

  @BeforeEach
  void fillTable() {
    fixture.commit("a", "old");
    fixture.commit("m", "old");
    fixture.commit("z", "old");
  }

  @Test
  void rowThatAppearsInTheRangeIsAConflict() {
    assertThat(tx.scan("k", "p")).containsExactly("m");
    fixture.commit("n", "phantom");

    assertThat(failureOf(tx.put("a", "new"))).isNotNull().matches(ProtocolFailure::isConflict);
  }

  @Test
  void rowThatChangesInTheRangeIsAConflict() {
    tx.scan("k", "p");
    fixture.commit("m", "changed");

    assertThat(failureOf(tx.put("a", "new")).isConflict()).isTrue();
  }

  @Test
  void rowThatDisappearsFromTheRangeIsAConflict() {
    tx.scan("k", "p");
    fixture.client().begin().delete("m").commit();
    assertThat(fixture.value("m")).isNull();

    assertThat(failureOf(tx.put("a", "new")).isConflict()).isTrue();
  }

  @Test
  void rowBesideTheRangeIsNone() {
    tx.scan("k", "p");
    fixture.commit("p", "beside");
    fixture.commit("j", "beside");

    tx.put("a", "new").commit();
    fixture.assertStable("a", "new");
  }

  /** Locks that come and go without a write leave the version as it is. */
  @Test
  void rolledBackRowIsNone() {
    tx.scan("k", "p");
    ScriptedClient aborting = fixture.client();
    ScriptedTransaction aborted = aborting.begin();
    aborted.get("z");
    aborted.put("m", "never");
    aborting.traffic.onWrite(
        "m PREWRITTEN",
        call -> {
          fixture.commit("z", "other");
          call.deliver();
        });
    assertThat(failureOf(aborted).isConflict()).isTrue();
    aborting.drain();

    tx.put("a", "new").commit();
    fixture.assertStable("a", "new");
  }

  /** A plain row, adopted as it is: no lock cell is version 0 on both sides. */
  @Test
  void rowWithoutLockCellIsAtVersionZero() {
    fixture.rawPut("l", "adopted", 10);
    assertThat(tx.scan("k", "p")).containsExactly("l", "m");

    tx.put("a", "new").commit();
    fixture.assertStable("a", "new");
  }

  /** Mistake 10 from the other side: the row it inserts itself is no phantom. */
  @Test
  void insertIfTheScanFoundNothingSucceeds() {
    assertThat(tx.scan("n", "p")).isEmpty();

    tx.put("n", "mine").commit();

    fixture.assertStable("n", "mine");
  }

  @Test
  void insertAfterAnEmptyScanConflictsWithAFasterInsert() {
    assertThat(tx.scan("n", "p")).isEmpty();
    fixture.commit("n", "other");

    assertThat(failureOf(tx.put("n", "mine")).isConflict()).isTrue();
    fixture.assertStable("n", "other");
  }

  @Test
  void insertAfterAnEmptyScanConflictsWithAFasterLock() {
    assertThat(tx.scan("n", "p")).isEmpty();
    client.traffic.onWrite(
        "n PREWRITTEN",
        call -> {
          fixture.commit("n", "other");
          call.deliver();
        });

    assertThat(failureOf(tx.put("n", "mine")).isConflict()).isTrue();
    fixture.assertStable("n", "other");
  }

  /**
   * Mistake 10: a row that the transaction holds itself is compared too, by the version below its
   * lock. Planning and prewrite would have detected it as well; here only validation runs.
   */
  @Test
  void ownRowIsComparedByTheVersionBelowItsLock() {
    assertThat(validatesWithOwnLockOn("n", 0)).isTrue();
    assertThat(validatesWithOwnLockOn("o", 7)).isFalse();
  }

  /** Validates that the range [row, p) was found empty while holding the row. */
  private boolean validatesWithOwnLockOn(String row, long version) {
    RowLock.Stable base = new RowLock.Stable(version, null, 0, WriterTrail.EMPTY);
    TransactionId id = new TransactionId(1, 1);
    RowReference primary = new RowReference(key(row), 0);
    Intent intent = Intent.builder().put(F, Q, bytes("new")).build();
    Prewritten own =
        new Prewritten(id, base, 100, intent, primary, 0, 0, new RowLock.Lead(List.of(), 0));
    fixture.cluster.rawWrite(
        TABLE,
        new Put(bytes(row)).addColumn(bytes("_lock"), bytes("l"), 100, RowLockCodec.encode(own)));
    ReadSet reads = new ReadSet();
    RowRange range = new RowRange(TABLE, bytes(row), true, bytes(row + "\0"), false);
    reads.addRange(new RangeRead(range, new RowVersions(false)));
    Parts parts =
        Parts.of(
            client.store,
            client.store,
            client.environment,
            ProtocolFixture.SETTINGS,
            RecoveryObserver.NONE);
    LockedReader reader =
        new LockedReader(client.store, parts.resolver(), new PageRecovery(client.store, parts));
    CompletableFuture<Void> validation =
        new ReadValidation(reader, 1_000)
            .validate(
                reads,
                Set.of(key(row)),
                WaitPolicy.ofHolder(client.environment, LOCK_WAIT, 0, id, null));
    return !validation.isCompletedExceptionally();
  }
}
