package io.rowlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.RetryPolicy;
import io.rowlock.RowlockException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each fault happens, and is followed by what the protocol makes of it. */
class FaultsTest {

  @RegisterExtension
  static final RowlockExtension ROWLOCK = RowlockExtension.with(Accounts::prepare);

  private final RowlockTest kit;
  private final TransactionManager transactions;
  private final Faults faults;

  FaultsTest(RowlockTest kit, TransactionManager transactions, Faults faults) {
    this.kit = kit;
    this.transactions = transactions;
    this.faults = faults;
  }

  @BeforeEach
  void open() throws IOException {
    Accounts.open(kit.otherClient());
  }

  @Test
  void conflictRunsTheCodeAgain() throws IOException {
    faults.conflictNextCommit();
    Accounts.transfer(transactions, 30);
    assertThat(transactions.counters().conflicts()).isEqualTo(1);
    assertThat(transactions.counters().committed()).isEqualTo(1);
    assertThat(Accounts.both(transactions)).isEqualTo("70/30");
  }

  @Test
  void conflictsExhaustAPolicy() {
    RetryPolicy policy = RetryPolicy.builder().maxAttempts(2).build();
    TransactionSettings twice = TransactionSettings.builder().retryPolicy(policy).build();
    faults.conflictNextCommit();
    faults.conflictNextCommit();
    assertThatThrownBy(() -> transactions.run(twice, tx -> Accounts.transfer(tx, 30)))
        .isInstanceOf(ConflictException.class);
  }

  @Test
  void conflictOfARowThatIsOnlyRead() throws IOException {
    faults.conflictNextCommit();
    AtomicInteger attempts = new AtomicInteger();
    transactions.run(
        tx -> {
          attempts.incrementAndGet();
          Accounts.set(tx, "carol", Accounts.get(tx, "alice"));
        });
    assertThat(attempts).hasValue(2);
  }

  @Test
  void conflictOfAScan() throws IOException {
    faults.conflictNextCommit();
    AtomicInteger attempts = new AtomicInteger();
    transactions.run(
        tx -> {
          attempts.incrementAndGet();
          Accounts.set(tx, "sum", sum(tx));
        });
    assertThat(attempts).hasValue(2);
    assertThat((long) transactions.call(tx -> Accounts.get(tx, "sum"))).isEqualTo(100);
  }

  private static long sum(Transaction tx) throws IOException {
    long sum = 0;
    try (ResultScanner all = tx.table(Accounts.TABLE).getScanner(new Scan())) {
      for (Result account : all) {
        sum += Bytes.toLong(account.getValue(Accounts.FAMILY, null));
      }
    }
    return sum;
  }

  @Test
  void conflictOfARowThatDoesNotExistYet() throws IOException {
    faults.conflictNextCommit();
    AtomicInteger attempts = new AtomicInteger();
    transactions.run(
        tx -> {
          attempts.incrementAndGet();
          if (!tx.table(Accounts.TABLE).exists(new Get(Bytes.toBytes("carol")))) {
            Accounts.set(tx, "carol", 1);
          }
        });
    assertThat(attempts).hasValue(2);
    assertThat((long) transactions.call(tx -> Accounts.get(tx, "carol"))).isEqualTo(1);
  }

  @Test
  void blindWriteConflictsWithNothing() throws IOException {
    faults.conflictNextCommit();
    transactions.run(tx -> Accounts.set(tx, "alice", 7));
    assertThat(transactions.counters().conflicts()).isZero();
    Accounts.transfer(transactions, 1);
    assertThat(Accounts.both(transactions)).isEqualTo("6/1");
    assertThat(transactions.counters().conflicts()).isZero();
  }

  @Test
  void manualCommitConflicts() throws IOException {
    faults.conflictNextCommit();
    try (Transaction tx = transactions.begin()) {
      Accounts.transfer(tx, 30);
      assertThatThrownBy(tx::commit).isInstanceOf(ConflictException.class);
    }
    assertThat(Accounts.both(transactions)).isEqualTo("100/0");
  }

  @Test
  void fourthConflictMeetsRowsThatAreLocked() throws IOException {
    for (int i = 0; i < 4; i++) {
      faults.conflictNextCommit();
    }
    Accounts.transfer(transactions, 30);
    assertThat(transactions.counters().conflicts()).isEqualTo(3);
    assertThat(Accounts.both(transactions)).isEqualTo("70/30");
  }

  @Test
  void lostAnswer() throws IOException {
    faults.loseAnswerOfNextCommit();
    assertThatThrownBy(() -> Accounts.transfer(transactions, 30))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(Accounts.both(kit.otherClient())).isEqualTo("70/30");
    Accounts.transfer(transactions, 30);
    assertThat(Accounts.both(transactions)).isEqualTo("40/60");
  }

  @Test
  void lostAnswerOfOneRow() throws IOException {
    faults.loseAnswerOfNextCommit();
    assertThatThrownBy(() -> transactions.run(tx -> Accounts.set(tx, "alice", 1)))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(Accounts.both(transactions)).isEqualTo("1/0");
  }

  @Test
  void lostRequest() throws IOException {
    faults.loseRequestOfNextCommit();
    assertThatThrownBy(() -> Accounts.transfer(transactions, 30))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(Accounts.both(kit.otherClient())).isEqualTo("100/0");
    assertThat(Accounts.both(transactions)).isEqualTo("100/0");
  }

  @Test
  void lostRequestOfOneRow() throws IOException {
    faults.loseRequestOfNextCommit();
    assertThatThrownBy(() -> transactions.run(tx -> Accounts.set(tx, "alice", 1)))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(Accounts.both(transactions)).isEqualTo("100/0");
  }

  @Test
  void deadClientLeavesLocksThatTheNextReaderSettles() throws IOException {
    faults.dieBeforeCommitPoint();
    assertThatThrownBy(() -> Accounts.transfer(transactions, 30))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThatThrownBy(() -> Accounts.transfer(transactions, 30))
        .isInstanceOf(RowlockException.class);
    TransactionManager next = kit.restart();
    assertThat(kit.transactions()).isSameAs(next);
    Accounts.transfer(next, 10);
    assertThat(Accounts.both(next)).isEqualTo("90/10");
    assertThat(next.counters().conflicts()).as("it waited for the lease").isPositive();
  }

  @Test
  void conflictThenLostAnswer() throws IOException {
    faults.conflictNextCommit();
    faults.loseAnswerOfNextCommit();
    assertThatThrownBy(() -> Accounts.transfer(transactions, 30))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(transactions.counters().conflicts()).isEqualTo(1);
    assertThat(Accounts.both(transactions)).isEqualTo("70/30");
  }

  @Test
  void clearedFaultsDoNotHappen() throws IOException {
    faults.conflictNextCommit();
    faults.loseAnswerOfNextCommit();
    faults.clear();
    Accounts.transfer(transactions, 30);
    assertThat(transactions.counters().conflicts()).isZero();
  }

  @Test
  void faultsStrikeDeletesToo() throws IOException {
    faults.loseAnswerOfNextCommit();
    assertThatThrownBy(
            () ->
                transactions.run(
                    tx -> tx.table(Accounts.TABLE).delete(new Delete(Bytes.toBytes("alice")))))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    boolean isThere =
        kit.otherClient()
            .call(tx -> tx.table(Accounts.TABLE).exists(new Get(Bytes.toBytes("alice"))));
    assertThat(isThere).isFalse();
  }

  @Test
  void sameEachTime() throws IOException {
    assertThat(story()).isEqualTo(story());
  }

  private static List<String> story() throws IOException {
    List<String> seen = new ArrayList<>();
    try (RowlockTest kit = RowlockTest.inMemory()) {
      Accounts.prepare(kit);
      Accounts.open(kit.otherClient());
      kit.faults().conflictNextCommit();
      kit.faults().conflictNextCommit();
      seen.add(kit.transactions().call(tx -> tx.id() + Accounts.get(tx, "alice")));
      Accounts.transfer(kit.transactions(), 1);
      kit.faults().dieBeforeCommitPoint();
      assertThatThrownBy(() -> Accounts.transfer(kit.transactions(), 30))
          .isInstanceOf(CommitOutcomeUnknownException.class)
          .satisfies(unknown -> seen.add(unknown.getMessage()));
      seen.add(kit.transactions().counters().toString());
      Accounts.transfer(kit.restart(), 2);
      seen.add(kit.transactions().counters().toString());
      seen.add(Accounts.both(kit.otherClient()));
    }
    return seen;
  }
}
