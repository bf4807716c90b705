package io.rowlock.examples;

import static io.rowlock.examples.ManyTableOrder.CUSTOMERS;
import static io.rowlock.examples.ManyTableOrder.LINES;
import static io.rowlock.examples.ManyTableOrder.ORDERS;
import static io.rowlock.examples.ManyTableOrder.STOCK;
import static io.rowlock.examples.ManyTableOrder.placeSurely;
import static io.rowlock.examples.MoneyTransfer.ACCOUNTS;
import static io.rowlock.examples.MoneyTransfer.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.TransactionTimeoutException;
import io.rowlock.once.OnceTable;
import io.rowlock.test.RowlockExtension;
import io.rowlock.test.RowlockTest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Examples meet conflicts, lost answers and the death of their client. */
class OwnCodeTest {

  private static final TableName IDS = ExampleTables.named("ids");
  private static final byte[] ALICE = Bytes.toBytes("alice");
  private static final byte[] BOB = Bytes.toBytes("bob");
  private static final List<String> ITEMS = List.of("item0", "item1");

  // snippet: kit
  @RegisterExtension
  static final RowlockExtension ROWLOCK = RowlockExtension.with(OwnCodeTest::prepare);

  static void prepare(RowlockTest kit) {
    kit.createTable(ACCOUNTS, "f"); // each test has tables of its own
    kit.createOnceTable(IDS);
  }

  // end

  @BeforeEach
  void fill(RowlockTest kit) throws IOException {
    List.of(CUSTOMERS, STOCK, ORDERS, LINES).forEach(table -> kit.createTable(table, "f"));
    kit.otherClient()
        .run(
            tx -> {
              put(tx, ACCOUNTS, "alice", MoneyTransfer.BALANCE, 100);
              put(tx, ACCOUNTS, "bob", MoneyTransfer.BALANCE, 0);
              put(tx, CUSTOMERS, "customer0", ManyTableOrder.AMOUNT, ManyTableOrder.CREDIT);
              put(tx, STOCK, "item0", ManyTableOrder.AMOUNT, ManyTableOrder.PIECES);
              put(tx, STOCK, "item1", ManyTableOrder.AMOUNT, ManyTableOrder.PIECES);
            });
  }

  private static void put(Transaction tx, TableName table, String row, byte[] column, long value)
      throws IOException {
    Put put = new Put(Bytes.toBytes(row));
    tx.table(table).put(put.addColumn(ExampleTables.FAMILY, column, Bytes.toBytes(value)));
  }

  private static long number(
      TransactionManager transactions, TableName table, byte[] row, byte[] column)
      throws IOException {
    return transactions.call(
        tx ->
            Bytes.toLong(tx.table(table).get(new Get(row)).getValue(ExampleTables.FAMILY, column)));
  }

  private static long balance(TransactionManager transactions, byte[] account) throws IOException {
    return number(transactions, ACCOUNTS, account, MoneyTransfer.BALANCE);
  }

  private static long stock(TransactionManager transactions, String item) throws IOException {
    return number(transactions, STOCK, Bytes.toBytes(item), ManyTableOrder.AMOUNT);
  }

  @Test
  void codeThatRunsAgain(RowlockTest kit) throws IOException {
    // snippet: again
    kit.faults().conflictNextCommit();
    transfer(kit.transactions(), ALICE, BOB, 30); // its code runs twice
    assertThat(kit.transactions().counters().conflicts()).isEqualTo(1);
    assertThat(balance(kit.otherClient(), BOB)).isEqualTo(30); // and has taken effect once
    // end
    assertThat(balance(kit.otherClient(), ALICE)).isEqualTo(70);
  }

  @Test
  void oneAttemptByHand(RowlockTest kit) throws IOException {
    // snippet: lost
    kit.faults().conflictNextCommit();
    try (Transaction tx = kit.transactions().begin()) {
      tx.table(ACCOUNTS).get(new Get(ALICE)); // a commit can only lose on what was read
      tx.table(ACCOUNTS).put(new Put(BOB).addColumn(ExampleTables.FAMILY, null, ALICE));
      assertThatThrownBy(tx::commit).isInstanceOf(ConflictException.class);
    }
    // end
    assertThat(balance(kit.otherClient(), BOB)).isZero();
  }

  @Test
  void outcomeThatIsUnknown(RowlockTest kit) throws IOException {
    // snippet: doubt
    kit.faults().loseAnswerOfNextCommit(); // it is committed, and the caller does not learn it
    placeSurely(kit.transactions(), "order-1", "customer0", ITEMS);
    kit.faults().loseRequestOfNextCommit(); // it is not committed, and the caller cannot know
    placeSurely(kit.transactions(), "order-2", "customer0", ITEMS);
    assertThat(kit.transactions().counters().unknownOutcomes()).isEqualTo(2);
    assertThat(stock(kit.otherClient(), "item0")).isEqualTo(ManyTableOrder.PIECES - 2);
    // end
    assertThat(stock(kit.otherClient(), "item1")).isEqualTo(ManyTableOrder.PIECES - 2);
  }

  @Test
  void codeThatIsNotReadyForIt(RowlockTest kit) throws IOException {
    // snippet: naive
    kit.faults().loseAnswerOfNextCommit();
    assertThatThrownBy(() -> transfer(kit.transactions(), ALICE, BOB, 30))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(balance(kit.otherClient(), BOB)).isEqualTo(30); // to repeat it would be wrong
    // end
  }

  @Test
  void clientThatDies(RowlockTest kit) throws IOException {
    // snippet: death
    kit.faults().dieBeforeCommitPoint();
    assertThatThrownBy(() -> payOnce(kit.transactions()))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    payOnce(kit.restart()); // the new process repeats the message, and settles the locks
    payOnce(kit.otherClient()); // the message was delivered twice
    assertThat(balance(kit.transactions(), BOB)).isEqualTo(30);
    // end
  }

  private static void payOnce(TransactionManager transactions) throws IOException {
    OnceTable.on(transactions, IDS)
        .call(
            "message-4711",
            tx -> {
              put(tx, ACCOUNTS, "alice", MoneyTransfer.BALANCE, 70);
              put(tx, ACCOUNTS, "bob", MoneyTransfer.BALANCE, 30);
              return new byte[0];
            });
  }

  @Test
  void timePasses(RowlockTest kit) throws IOException {
    // snippet: time
    TransactionSettings minute =
        TransactionSettings.builder().timeout(Duration.ofMinutes(1)).build();
    try (Transaction tx = kit.transactions().begin(minute)) {
      tx.table(ACCOUNTS).get(new Get(ALICE));
      kit.passTime(Duration.ofMinutes(2)); // at once
      assertThatThrownBy(tx::commit).isInstanceOf(TransactionTimeoutException.class);
    }
    // end
    assertThat(balance(kit.transactions(), ALICE)).isEqualTo(100);
  }
}
