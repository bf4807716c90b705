package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.Script;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A batch under way, from its call to the end of its last action. */
class BatchTest {

  private final Script script = new Script();
  private final Queue<PendingCall<RowRead, StoredRow>> held = new ArrayDeque<>();
  private final SimulatedTransactions simulated =
      SimulatedTransactions.inStandingTime(script, RowlockOptions.ofDefaults());
  private final Transaction transaction = simulated.begin();

  private List<CompletableFuture<Object>> batch(Row... actions) {
    return transaction.asyncTable(TABLE).batch(List.of(actions));
  }

  private static Put put(String row) {
    return new Put(bytes(row)).addColumn(FAMILY, QUALIFIER, bytes("1"));
  }

  /** Between two of its actions no call is under way but the batch itself. */
  @Test
  void commitDoesNotSlipInBetweenTwoActions() {
    script.read(1, held::add);
    List<CompletableFuture<Void>> commits = new ArrayList<>();
    List<CompletableFuture<Object>> answers = batch(new Get(bytes("a")), put("b"), put("c"));
    var unused = answers.get(0).thenRun(() -> commits.add(transaction.commitAsync()));
    held.remove().deliver();
    assertThat(commits).hasSize(1);
    if (commits.get(0).isCompletedExceptionally()) {
      assertThatThrownBy(commits.get(0)::join).hasMessageContaining("while");
      assertThat(simulated.stored("c")).isNull();
    } else {
      assertThat(answers).allMatch(CompletableFuture::isDone);
      assertThat(simulated.stored("c")).isEqualTo("1");
    }
  }

  @Test
  void commitBeforeTheEndIsRefused() {
    script.read(1, held::add).read(3, held::add);
    List<CompletableFuture<Object>> answers =
        batch(new Get(bytes("a")), put("b"), new Get(bytes("c")), put("d"));
    held.remove().deliver();
    assertThat(answers.get(1)).isDone();
    assertThatThrownBy(transaction::commit)
        .hasMessageContaining("while 2 of its calls are under way");
    held.remove().deliver();
    assertThat(answers.get(3)).isCompletedExceptionally();
    assertThat(simulated.stored("b")).isNull();
  }

  @Test
  void commitBehindTheLastAnswerIsFine() {
    script.read(1, held::add);
    List<CompletableFuture<Object>> answers = batch(new Get(bytes("a")), put("b"), put("c"));
    CompletableFuture<Void> commit = answers.get(2).thenCompose(done -> transaction.commitAsync());
    held.remove().deliver();
    assertThat(commit).isCompleted();
    assertThat(simulated.stored("c")).isEqualTo("1");
  }

  /** Each step depends on the one before it. */
  @Test
  void isAsLongAsItLikes() throws IOException {
    script.read(1, held::add);
    List<Row> actions = new ArrayList<>();
    actions.add(new Get(bytes("a")));
    for (int i = 0; i < 9_000; i++) {
      actions.add(put("row-" + i));
    }
    List<CompletableFuture<Object>> answers = transaction.asyncTable(TABLE).batch(actions);
    held.remove().deliver();
    assertThat(answers).allMatch(answer -> answer.isDone() && !answer.isCompletedExceptionally());
    transaction.commit();
    assertThat(simulated.stored("row-8999")).isEqualTo("1");
  }

  @Test
  void actionsAreTheUsersAgainAtOnce() throws IOException {
    simulated.overwrite("c", "3");
    script.read(2, held::add);
    Put put = put("b");
    Get get = new Get(bytes("c"));
    List<Row> actions = new ArrayList<>(List.of(new Get(bytes("a")), put, get));
    List<CompletableFuture<Result>> answers = transaction.asyncTable(TABLE).batch(actions);
    put.addColumn(FAMILY, QUALIFIER, bytes("late"));
    get.getRow()[0] = 'a';
    get.setCheckExistenceOnly(true);
    actions.clear();
    assertThat(held).hasSize(1);
    while (!held.isEmpty()) {
      held.remove().deliver();
    }
    assertThat(Bytes.toString(answers.get(2).join().value())).isEqualTo("3");
    transaction.commit();
    assertThat(simulated.stored("b")).isEqualTo("1");
  }
}
