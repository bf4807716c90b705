package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Read-only transactions. */
class ReadOnlyTest {

  private static final TransactionSettings AUDIT =
      TransactionSettings.builder().name("audit").readOnly(true).build();

  private static final class Writes implements Interceptor {
    private int count;

    @Override
    public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
      count++;
      call.deliver();
    }
  }

  private final Writes writes = new Writes();
  private final SimulatedTransactions simulated = new SimulatedTransactions(writes);

  private static Put put() {
    return new Put(bytes("a")).addColumn(FAMILY, QUALIFIER, bytes("1"));
  }

  static List<Row> everyWrite() throws IOException {
    CheckAndMutate check =
        CheckAndMutate.newBuilder(bytes("a")).ifNotExists(FAMILY, QUALIFIER).build(put());
    return List.of(
        put(),
        new Delete(bytes("a")),
        new Increment(bytes("a")).addColumn(FAMILY, QUALIFIER, 1),
        new Append(bytes("a")).addColumn(FAMILY, QUALIFIER, bytes("1")),
        RowMutations.of(List.of(put())),
        check);
  }

  @ParameterizedTest
  @MethodSource("everyWrite")
  void writesAreRefusedByName(Row write) throws IOException {
    Transaction transaction = simulated.begin(AUDIT);
    try (Table table = transaction.table(TABLE)) {
      assertThatThrownBy(() -> table.batch(List.of(write), new Object[1]))
          .isExactlyInstanceOf(NotCommittedException.class)
          .hasMessageContaining(write.getClass().getSimpleName() + " on ")
          .hasMessageContaining("accounts")
          .hasMessageContaining("the transaction may only read")
          .hasMessageContaining("TransactionSettings.readOnly");
    }
    transaction.commit();
    assertThat(simulated.stored("a")).isNull();
  }

  @Test
  void severalAtOnceAreRefusedToo() throws IOException {
    try (Table table = simulated.begin(AUDIT).table(TABLE)) {
      assertThatThrownBy(() -> table.put(Arrays.asList(put(), put())))
          .hasMessageContaining("the transaction may only read");
      assertThatThrownBy(() -> table.delete(Arrays.asList(new Delete(bytes("a")))))
          .hasMessageContaining("the transaction may only read");
    }
  }

  @Test
  void readsAreValidatedAsEver() throws IOException {
    Transaction transaction = simulated.begin(AUDIT);
    String seen = read(transaction, "a") + read(transaction, "b");
    simulated.overwrite("a", "2");
    assertThat(seen).isEqualTo("nullnull");
    assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
  }

  /** Without the option such a transaction locks the rows that it reads. */
  @Test
  void neverLocks() throws IOException {
    assertThat(auditThatLosesOften(AUDIT, 6)).isEqualTo("66");
    assertThat(simulated.counted().retries()).isEqualTo(6);
    assertThat(simulated.counted().escalations()).isZero();
    assertThat(writes.count).isEqualTo(12);
    assertThat(auditThatLosesOften(TransactionSettings.ofDefaults(), 3)).isEqualTo("33");
    assertThat(simulated.counted().escalations()).isPositive();
  }

  private String auditThatLosesOften(TransactionSettings settings, int times) throws IOException {
    int[] attempts = {0};
    return simulated
        .loop()
        .call(
            settings,
            tx -> {
              String first = read(tx, "a");
              attempts[0]++;
              if (attempts[0] <= times) {
                simulated.overwrite("a", Integer.toString(attempts[0]));
                simulated.overwrite("b", Integer.toString(attempts[0]));
              }
              return first + read(tx, "b");
            });
  }
}
