package io.rowlock;

import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.ConflictException.Phase;
import io.rowlock.ConflictException.Reason;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a conflict contains about the row, the phase and the other transaction. */
class ConflictDetailsTest {

  private final SimulatedTransactions transactions = new SimulatedTransactions();

  @Test
  void rowThatChangesBetweenTwoReads() throws IOException {
    Transaction transaction = transactions.begin();
    read(transaction, "a");
    String other = commitOver("a");
    ConflictException conflict = conflict(() -> read(transaction, "a"));
    assertReports(conflict, Phase.READ, Reason.WRITTEN, "a", other);
    assertThat(conflict)
        .hasMessage(
            "A row changed between two reads of a transaction: row 'a' of table 'accounts' (the"
                + " other is transaction "
                + other
                + ") [transaction "
                + transaction.id()
                + "]");
  }

  @Test
  void rowThatIsWrittenAfterItWasRead() throws IOException {
    Transaction transaction = transactions.begin();
    read(transaction, "a");
    write(transaction, "a", "mine");
    String other = commitOver("a");
    assertReports(conflict(transaction::commit), Phase.LOCK, Reason.WRITTEN, "a", other);
  }

  @Test
  void readsThatDoNotHoldAnyMore() throws IOException {
    Transaction transaction = transactions.begin();
    read(transaction, "a");
    read(transaction, "b");
    String other = commitOver("b");
    assertReports(conflict(transaction::commit), Phase.VALIDATE, Reason.WRITTEN, "b", other);
  }

  @Test
  void validationUnderLocks() throws IOException {
    Transaction transaction = transactions.begin();
    read(transaction, "a");
    read(transaction, "b");
    write(transaction, "a", "mine");
    String other = commitOver("b");
    assertReports(conflict(transaction::commit), Phase.VALIDATE, Reason.WRITTEN, "b", other);
  }

  @Test
  void rangeThatIsNotTheSameAnyMore() throws IOException {
    commitOver("b");
    Transaction transaction = transactions.begin();
    try (Table table = transaction.table(TABLE);
        ResultScanner scanner = table.getScanner(new Scan())) {
      assertThat(scanner).hasSize(1);
    }
    String other = commitOver("c");
    assertReports(conflict(transaction::commit), Phase.VALIDATE, Reason.WRITTEN, "c", other);
  }

  private String commitOver(String row) throws IOException {
    try (Transaction other = transactions.begin()) {
      write(other, row, "theirs");
      other.commit();
      return other.id();
    }
  }

  private static ConflictException conflict(ThrowingCallable call) {
    return catchThrowableOfType(ConflictException.class, call);
  }

  private static void assertReports(
      ConflictException conflict, Phase phase, Reason reason, String row, String other) {
    assertThat(conflict.phase()).isEqualTo(phase);
    assertThat(conflict.reason()).isEqualTo(reason);
    assertThat(conflict.table()).contains(TABLE);
    assertThat(conflict.row()).contains(bytes(row));
    assertThat(conflict.otherTransactionId()).contains(other);
    assertThat(conflict.otherAge()).isEqualTo(Optional.empty());
    assertThat(conflict).hasMessageContaining("row '" + row + "' of table 'accounts'");
    assertThat(conflict).hasMessageContaining("the other is transaction " + other);
  }
}
