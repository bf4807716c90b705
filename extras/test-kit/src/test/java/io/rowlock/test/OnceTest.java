package io.rowlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.TransactionManager;
import io.rowlock.once.OnceResult;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Work with an id takes effect once, whatever happens. */
class OnceTest {

  private static final TableName IDS = TableName.valueOf("ids");

  @RegisterExtension
  static final RowlockExtension ROWLOCK =
      RowlockExtension.with(
          kit -> {
            Accounts.prepare(kit);
            kit.createOnceTable(IDS);
          });

  private final RowlockTest kit;

  OnceTest(RowlockTest kit) {
    this.kit = kit;
  }

  @BeforeEach
  void open() throws IOException {
    Accounts.open(kit.otherClient());
  }

  private static OnceResult<byte[]> transferOnce(TransactionManager transactions)
      throws IOException {
    return OnceTable.on(transactions, IDS)
        .call(
            "message-1",
            tx -> {
              Accounts.transfer(tx, 30);
              return Bytes.toBytes("done");
            });
  }

  @Test
  void lostAnswer() throws IOException {
    kit.faults().loseAnswerOfNextCommit();
    assertThat(transferOnce(kit.transactions()).isRepeated()).isTrue();
    assertThat(Accounts.both(kit.otherClient())).isEqualTo("70/30");
  }

  @Test
  void lostRequest() throws IOException {
    kit.faults().loseRequestOfNextCommit();
    assertThat(transferOnce(kit.transactions()).isRepeated()).isFalse();
    assertThat(Accounts.both(kit.otherClient())).isEqualTo("70/30");
  }

  @Test
  void deathOfTheClient() throws IOException {
    kit.faults().dieBeforeCommitPoint();
    assertThatThrownBy(() -> transferOnce(kit.transactions()))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(transferOnce(kit.restart()).isRepeated()).isFalse();
    assertThat(transferOnce(kit.otherClient()).isRepeated()).isTrue();
    assertThat(Accounts.both(kit.otherClient())).isEqualTo("70/30");
  }
}
