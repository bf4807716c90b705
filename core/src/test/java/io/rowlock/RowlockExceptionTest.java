package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.RowKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class RowlockExceptionTest {

  private static final TransactionLabel LABEL = new TransactionLabel("id", Optional.of("transfer"));
  private static final RowKey ROW = new RowKey(TableName.valueOf("ns:accounts"), new byte[] {1, 2});

  @Test
  void catchingSurelyNotCommittedDoesNotCatchUnknown() {
    assertThat(TransactionException.class).isAssignableFrom(ConflictException.class);
    assertThat(TransactionException.class).isAssignableFrom(CorruptLockException.class);
    assertThat(TransactionException.class.isAssignableFrom(CommitOutcomeUnknownException.class))
        .isFalse();
    assertThat(RowlockException.class).isAssignableFrom(CommitOutcomeUnknownException.class);
    assertThat(IOException.class).isAssignableFrom(RowlockException.class);
  }

  @Test
  void rowIsACopyBothWays() {
    byte[] key = {1, 2};
    ConflictException conflict =
        new ConflictException(LABEL, new RowKey(ROW.table(), key), "message", null);
    key[0] = 9;
    conflict.row().orElseThrow()[1] = 9;
    assertThat(conflict.row().orElseThrow()).containsExactly(1, 2);
  }

  @Test
  void survivesSerialization() throws Exception {
    ConflictException conflict =
        new ConflictException(LABEL, ROW, "message", new IOException("why"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(conflict);
    ConflictException read =
        (ConflictException)
            new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    assertThat(read).hasMessage("message [transaction 'transfer' id]");
    assertThat(read.transactionId()).isEqualTo("id");
    assertThat(read.transactionName()).contains("transfer");
    assertThat(read.table()).contains(ROW.table());
    assertThat(read.row().orElseThrow()).containsExactly(1, 2);
  }
}
