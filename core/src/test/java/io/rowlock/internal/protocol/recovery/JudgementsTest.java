package io.rowlock.internal.protocol.recovery;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which rows are judged together, and when. */
class JudgementsTest {

  private static final TransactionId HOLDER = new TransactionId(1, 1);
  private static final TransactionId OTHER = new TransactionId(2, 2);

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final List<List<LockedRow>> judged = new ArrayList<>();
  private final List<CompletableFuture<Verdict>> ends = new ArrayList<>();
  private final Judgements judgements = new Judgements(this::begin, fixture.time.environment(1));

  private CompletableFuture<Verdict> begin(HeldRows rows) {
    judged.add(rows.rows());
    ends.add(new CompletableFuture<>());
    return ends.get(ends.size() - 1);
  }

  @Test
  void rowsThatComeMeanwhileAreJudgedTogetherAfterwards() {
    CompletableFuture<Verdict> first = judge("b");
    CompletableFuture<Verdict> second = judge("c");
    CompletableFuture<Verdict> third = judge("d");
    assertThat(judged).containsExactly(List.of(held("b")));

    ends.get(0).complete(Verdict.UNDECIDED);
    assertThat(first).isCompletedWithValue(Verdict.UNDECIDED);
    assertThat(judged).hasSize(2).last().isEqualTo(List.of(held("c"), held("d")));
    assertThat(second).isNotDone();

    ends.get(1).complete(Verdict.CHANGED);
    assertThat(second).isCompletedWithValue(Verdict.CHANGED);
    assertThat(third).isCompletedWithValue(Verdict.CHANGED);
  }

  @Test
  void rowsOfManyReadersAreJudgedOnce() {
    launch("b");
    launch("b");
    launch("b");
    CompletableFuture<Verdict> rewritten =
        judgements.judge(List.of(held("b", HOLDER, 8), held("c", HOLDER, 8)));

    ends.get(0).complete(Verdict.UNDECIDED);
    assertThat(judged.get(1))
        .containsExactly(held("b"), held("b", HOLDER, 8), held("c", HOLDER, 8));

    ends.get(1).complete(Verdict.CHANGED);
    assertThat(rewritten).isCompletedWithValue(Verdict.CHANGED);
  }

  @Test
  void rowsDoNotWaitLongForAJudgementThatHangs() {
    CompletableFuture<Verdict> hanging = judge("b");
    fixture.time.advance(Duration.ofMinutes(1));
    CompletableFuture<Verdict> waiting = judge("c");

    fixture.time.advance(Judgements.PATIENCE.minusMillis(1));
    assertThat(judged).hasSize(1);
    fixture.time.advance(Duration.ofMillis(1));
    assertThat(judged).hasSize(2).last().isEqualTo(List.of(held("c")));

    ends.get(1).complete(Verdict.CHANGED);
    assertThat(waiting).isCompletedWithValue(Verdict.CHANGED);
    assertThat(hanging).isNotDone();
  }

  /** It must not begin the judgement that follows another one. */
  @Test
  void lateEndBeginsNoJudgement() {
    CompletableFuture<Verdict> late = judge("b");
    launch("c");
    fixture.time.advance(Judgements.PATIENCE);
    launch("d");
    assertThat(judged).hasSize(2);

    ends.get(0).complete(Verdict.CHANGED);
    assertThat(late).isCompletedWithValue(Verdict.CHANGED);
    assertThat(judged).hasSize(2);

    ends.get(1).complete(Verdict.CHANGED);
    assertThat(judged).hasSize(3).last().isEqualTo(List.of(held("d")));
    fixture.time.advance(Duration.ofMinutes(1));
    assertThat(judged).hasSize(3);
  }

  @Test
  void nothingIsLeftAfterTheLastJudgement() {
    launch("b");
    launch("c");
    ends.get(0).complete(Verdict.CHANGED);
    ends.get(1).complete(Verdict.CHANGED);

    launch("d");
    assertThat(judged).hasSize(3).last().isEqualTo(List.of(held("d")));
  }

  @Test
  void holdersWithTheSamePrimaryAreJudgedApart() {
    List<LockedRow> rows = List.of(held("b"), held("c", OTHER, 7), held("d"));

    assertThat(HeldRows.byHolder(rows, row -> row))
        .containsExactly(List.of(held("b"), held("d")), List.of(held("c", OTHER, 7)));

    launch("b");
    assertThat(judgements.judge(List.of(held("c", OTHER, 7)))).isNotDone();
    assertThat(judged).hasSize(2);
  }

  private void launch(String row) {
    assertThat(judge(row)).isNotDone();
  }

  private CompletableFuture<Verdict> judge(String row) {
    return judgements.judge(List.of(held(row)));
  }

  private static LockedRow held(String row) {
    return held(row, HOLDER, 7);
  }

  /** Returns a secondary of a transaction with the primary a. */
  private static LockedRow held(String row, TransactionId holder, long lockTime) {
    RowReference primary = new RowReference(key("a"), 1);
    Prewritten lock =
        new Prewritten(holder, Stable.UNBORN, 20, Intent.EMPTY, primary, 15, 19, null);
    StoredLock stored = new StoredLock(ProtocolFixture.bytes("lock"), lockTime);
    return new LockedRow(new StoredRow(key(row), List.of(), stored), lock);
  }
}
