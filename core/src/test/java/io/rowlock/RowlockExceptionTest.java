package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class RowlockExceptionTest {

  private static final TransactionLabel LABEL = new TransactionLabel("id", Optional.of("transfer"));
  private static final RowKey ROW = new RowKey(TableName.valueOf("ns:accounts"), new byte[] {1, 2});

  private static final Conflict HELD =
      new Conflict(
          Conflict.Reason.HELD, new TransactionId(0, 7), Duration.ofSeconds(1), Phase.VALIDATE);

  @Test
  void catchingSurelyNotCommittedDoesNotCatchUnknown() {
    assertThat(NotCommittedException.class).isAssignableFrom(ConflictException.class);
    assertThat(NotCommittedException.class).isAssignableFrom(CorruptLockException.class);
    assertThat(NotCommittedException.class.isAssignableFrom(CommitOutcomeUnknownException.class))
        .isFalse();
    assertThat(RowlockException.class).isAssignableFrom(CommitOutcomeUnknownException.class);
    assertThat(IOException.class).isAssignableFrom(RowlockException.class);
  }

  @Test
  void refusalsOfAdministrationStateNothingAboutATransaction() {
    TableFinding finding = TableFinding.error("VERSIONS", "too many");
    RowlockException unsafe = new UnsafeTableException(ROW.table(), List.of(finding));
    assertThat(unsafe.transactionId()).isEmpty();
    assertThat(unsafe.transactionName()).isEmpty();
    assertThat(unsafe.table()).contains(ROW.table());
    assertThat(unsafe.row()).isEmpty();
    RowlockException refused = new LockRefusedException(ROW.table(), ROW.row(), "it has changed");
    assertThat(refused).hasMessage("it has changed");
    assertThat(refused.transactionId()).isEmpty();
    assertThat(refused.table()).contains(ROW.table());
    assertThat(refused.row().orElseThrow()).containsExactly(1, 2);
    assertThat(NotCommittedException.class.isInstance(refused)).isFalse();
  }

  @Test
  void rowIsACopyBothWays() {
    byte[] key = {1, 2};
    ConflictException conflict =
        new ConflictException(
            LABEL, new RowKey(ROW.table(), key), "message", Conflict.written(null));
    key[0] = 9;
    conflict.row().orElseThrow()[1] = 9;
    assertThat(conflict.row().orElseThrow()).containsExactly(1, 2);
  }

  @Test
  void survivesSerialization() throws Exception {
    ConflictException conflict = new ConflictException(LABEL, ROW, "message", HELD);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(conflict);
    ConflictException read =
        (ConflictException)
            new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    assertThat(read).hasMessage("message [transaction 'transfer' id]");
    assertThat(read.transactionId()).contains("id");
    assertThat(read.transactionName()).contains("transfer");
    assertThat(read.table()).contains(ROW.table());
    assertThat(read.row().orElseThrow()).containsExactly(1, 2);
    assertThat(read.phase()).isEqualTo(ConflictException.Phase.VALIDATE);
    assertThat(read.reason()).isEqualTo(ConflictException.Reason.HELD);
    assertThat(read.otherTransactionId()).contains("0".repeat(31) + "7");
    assertThat(read.otherAge()).contains(Duration.ofSeconds(1));
  }

  @Test
  void everyPhaseAndReasonHasItsName() {
    for (Phase phase : Phase.values()) {
      for (Conflict.Reason reason : Conflict.Reason.values()) {
        ConflictException conflict =
            new ConflictException(LABEL, ROW, "message", new Conflict(reason, null, null, phase));
        assertThat(conflict.reason().name()).isEqualTo(reason.name());
        boolean isOver = phase == Phase.ROLL_FORWARD || phase == Phase.ROLL_BACK;
        assertThat(conflict.phase().name()).isEqualTo(isOver ? "COMMIT" : phase.name());
        assertThat(conflict.otherTransactionId()).isEmpty();
        assertThat(conflict.otherAge()).isEmpty();
      }
    }
  }
}
