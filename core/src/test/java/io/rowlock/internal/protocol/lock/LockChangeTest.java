package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockChangeTest {

  private static final TransactionId WRITER = new TransactionId(0, 1);
  private static final TransactionId ID = new TransactionId(0, 2);
  private static final RowReference OTHER = new RowReference(key("other"), 7);
  private static final Stable BASE = Stable.UNBORN.writtenBy(WRITER, 10);
  private static final Stable WRITTEN = BASE.writtenBy(ID, 20);
  private static final Committed COMMITTED = new Committed(ID, 20, List.of(OTHER), WRITTEN.trail());

  @Test
  void lockTakenIsAPrewrite() {
    assertThat(step(BASE, secondaryOf(ID))).isEqualTo(LockStep.PREWRITE);
    assertThat(step(secondaryOf(WRITER), primaryOf(ID))).isEqualTo(LockStep.PREWRITE);
    assertThat(step(primaryOf(ID), primaryOf(ID).nextBeat())).isEqualTo(LockStep.PREWRITE);
  }

  @Test
  void committedRowWithSecondariesIsTheCommitPoint() {
    assertThat(step(BASE, COMMITTED)).isEqualTo(LockStep.COMMIT_POINT);
    assertThat(step(primaryOf(ID), COMMITTED)).isEqualTo(LockStep.COMMIT_POINT);
  }

  @Test
  void dataWithoutAPrewriteIsAWholeCommit() {
    assertThat(LockChange.of(new byte[0], RowLockCodec.encode(WRITTEN)).step())
        .isEqualTo(LockStep.WHOLE_COMMIT);
    assertThat(step(BASE, WRITTEN)).isEqualTo(LockStep.WHOLE_COMMIT);
    assertThat(step(secondaryOf(WRITER), WRITTEN)).isEqualTo(LockStep.WHOLE_COMMIT);
    assertThat(step(COMMITTED, BASE)).isEqualTo(LockStep.WHOLE_COMMIT);
  }

  @Test
  void onlyRowThatWasTakenBeforehandIsAWholeCommit() {
    assertThat(step(primaryOf(ID), WRITTEN)).isEqualTo(LockStep.WHOLE_COMMIT);
  }

  @Test
  void settledRowOfTheSameTransactionIsRolledForward() {
    assertThat(step(secondaryOf(ID), WRITTEN)).isEqualTo(LockStep.ROLL_FORWARD);
    assertThat(step(COMMITTED, COMMITTED.settled())).isEqualTo(LockStep.ROLL_FORWARD);
  }

  @Test
  void fenceIsRecovery() {
    assertThat(step(secondaryOf(ID), secondaryOf(ID).rolledBack())).isEqualTo(LockStep.RECOVERY);
    assertThat(step(BASE, BASE.fenced())).isEqualTo(LockStep.RECOVERY);
    assertThat(LockChange.of(RowLockCodec.encode(BASE), new byte[0]).step())
        .isEqualTo(LockStep.RECOVERY);
  }

  @Test
  void changeNamesItsTransaction() {
    assertThat(transaction(BASE, secondaryOf(ID))).isEqualTo(ID);
    assertThat(transaction(BASE, COMMITTED)).isEqualTo(ID);
    assertThat(transaction(secondaryOf(ID), WRITTEN)).isEqualTo(ID);
    assertThat(transaction(secondaryOf(ID), secondaryOf(ID).rolledBack())).isNull();
  }

  private static TransactionId transaction(RowLock before, RowLock after) {
    return LockChange.of(RowLockCodec.encode(before), RowLockCodec.encode(after)).transaction();
  }

  private static LockStep step(RowLock before, RowLock after) {
    return LockChange.of(RowLockCodec.encode(before), RowLockCodec.encode(after)).step();
  }

  private static Prewritten secondaryOf(TransactionId id) {
    return prewritten(id, null);
  }

  private static Prewritten primaryOf(TransactionId id) {
    return prewritten(id, new Lead(List.of(OTHER), 0));
  }

  private static Prewritten prewritten(TransactionId id, Lead lead) {
    return new Prewritten(id, BASE, 20, Intent.builder().build(), OTHER, 15, 19, lead);
  }
}
