package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class SavepointTest {

  private final SimulatedTransactions transactions = new SimulatedTransactions();
  private final Transaction transaction = transactions.begin();

  @Test
  void laterWritesAreDropped() throws IOException {
    transactions.overwrite("b", "stored");
    write(transaction, "a", "before");
    Savepoint savepoint = transaction.savepoint();
    write(transaction, "a", "after");
    write(transaction, "a", "after that");
    write(transaction, "new", "row");
    transaction.table(TABLE).delete(new Delete(bytes("b")));

    transaction.rollbackTo(savepoint);

    assertThat(read(transaction, "a")).isEqualTo("before");
    assertThat(read(transaction, "b")).isEqualTo("stored");
    assertThat(read(transaction, "new")).isNull();
    transaction.commit();
    assertThat(transactions.stored("a")).isEqualTo("before");
    assertThat(transactions.stored("b")).isEqualTo("stored");
    assertThat(transactions.stored("new")).isNull();
  }

  @Test
  void savepointsMayBeUsedAgain() throws IOException {
    Savepoint savepoint = transaction.savepoint();
    for (int i = 0; i < 3; i++) {
      write(transaction, "a", "try " + i);
      transaction.rollbackTo(savepoint);
      assertThat(read(transaction, "a")).isNull();
    }
    write(transaction, "a", "good");
    transaction.commit();
    assertThat(transactions.stored("a")).isEqualTo("good");
  }

  @Test
  void savepointsMayBeNested() throws IOException {
    write(transaction, "a", "0");
    Savepoint outer = transaction.savepoint();
    write(transaction, "a", "1");
    write(transaction, "b", "1");
    Savepoint inner = transaction.savepoint();
    write(transaction, "a", "2");
    write(transaction, "c", "2");
    transaction.rollbackTo(inner);
    assertThat(read(transaction, "a")).isEqualTo("1");
    assertThat(read(transaction, "c")).isNull();
    write(transaction, "c", "3");
    transaction.rollbackTo(outer);
    assertThat(read(transaction, "a")).isEqualTo("0");
    assertThat(read(transaction, "b")).isNull();
    assertThat(read(transaction, "c")).isNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> transaction.rollbackTo(inner))
        .withMessageContaining("has no such savepoint");
  }

  @Test
  void readsStayValidated() throws IOException {
    write(transaction, "a", "own");
    Savepoint savepoint = transaction.savepoint();
    assertThat(read(transaction, "seen")).isNull();
    write(transaction, "b", "depends on it");
    transaction.rollbackTo(savepoint);
    transactions.overwrite("seen", "changed");
    assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
  }

  /** The increment was computed when the row was read, and is open again. */
  @Test
  void incrementsAreComputedAnew() throws IOException {
    increment(5);
    Savepoint savepoint = transaction.savepoint();
    increment(7);
    assertThat(number()).isEqualTo(12);
    transaction.rollbackTo(savepoint);
    assertThat(number()).isEqualTo(5);
    increment(1);
    transaction.rollbackTo(savepoint);
    transaction.commit();
    try (Transaction reader = transactions.begin()) {
      Result row = reader.table(TABLE).get(new Get(bytes("n")));
      assertThat(Bytes.toLong(row.value())).isEqualTo(5);
    }
  }

  /** The same for a row that has a value, and is not read again. */
  @Test
  void openIncrementsUseTheVersionThatWasRead() throws IOException {
    Transaction first = transactions.begin();
    incrementIn(first, 100);
    first.commit();
    increment(5);
    Savepoint savepoint = transaction.savepoint();
    increment(7);
    assertThat(number()).isEqualTo(112);
    transaction.rollbackTo(savepoint);
    transaction.commit();
    try (Transaction reader = transactions.begin()) {
      Result row = reader.table(TABLE).get(new Get(bytes("n")));
      assertThat(Bytes.toLong(row.value())).isEqualTo(105);
    }
  }

  /** After the read the increment is no longer blind, also if it is open again. */
  @Test
  void openIncrementsOfRowsThatWereReadConflict() throws IOException {
    increment(5);
    Savepoint savepoint = transaction.savepoint();
    increment(7);
    assertThat(number()).isEqualTo(12);
    transaction.rollbackTo(savepoint);
    Transaction other = transactions.begin();
    incrementIn(other, 1);
    other.commit();
    assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
  }

  @Test
  void savepointsBelongToOneTransaction() throws IOException {
    Savepoint ofAnother = transactions.begin().savepoint();
    assertThatIllegalArgumentException().isThrownBy(() -> transaction.rollbackTo(ofAnother));
  }

  @Test
  void actionsStay() throws IOException {
    List<String> done = new ArrayList<>();
    Savepoint savepoint = transaction.savepoint();
    transaction.afterCommit(() -> done.add("sent"));
    write(transaction, "a", "1");
    transaction.rollbackTo(savepoint);
    transaction.commit();
    assertThat(done).containsExactly("sent");
  }

  @Test
  void endedTransactionsRefuse() throws IOException {
    Savepoint savepoint = transaction.savepoint();
    transaction.rollback();
    assertThatThrownBy(transaction::savepoint).isInstanceOf(TransactionEndedException.class);
    assertThatThrownBy(() -> transaction.rollbackTo(savepoint))
        .isInstanceOf(TransactionEndedException.class);
  }

  /** It would be undefined whether it takes back the writes of the other call. */
  @Test
  void callsUnderWayRefuse() throws IOException {
    Queue<PendingCall<RowRead, StoredRow>> reads = new ArrayDeque<>();
    SimulatedTransactions slow =
        new SimulatedTransactions(
            new Interceptor() {
              @Override
              public void onRead(PendingCall<RowRead, StoredRow> call) {
                reads.add(call);
              }
            });
    Transaction busy = slow.begin();
    Savepoint savepoint = busy.savepoint();
    CompletableFuture<Result> read = busy.asyncTable(TABLE).get(new Get(bytes("a")));
    assertThatThrownBy(busy::savepoint)
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("while 1 other calls are under way");
    assertThatThrownBy(() -> busy.rollbackTo(savepoint)).isInstanceOf(NotCommittedException.class);
    while (!reads.isEmpty()) {
      reads.remove().deliver();
    }
    assertThat(read).isCompleted();
    busy.rollbackTo(savepoint);
    busy.commit();
  }

  private void increment(long amount) throws IOException {
    incrementIn(transaction, amount);
  }

  private static void incrementIn(Transaction of, long amount) throws IOException {
    Increment increment = new Increment(bytes("n")).addColumn(FAMILY, QUALIFIER, amount);
    var unused = of.table(TABLE).increment(increment.setReturnResults(false));
  }

  private long number() throws IOException {
    return Bytes.toLong(transaction.table(TABLE).get(new Get(bytes("n"))).value());
  }
}
