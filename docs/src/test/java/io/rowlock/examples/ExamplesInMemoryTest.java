package io.rowlock.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.test.RowlockExtension;
import io.rowlock.test.RowlockTest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of the examples hold whatever their commits meet. */
class ExamplesInMemoryTest {

  private static final List<TableName> TABLES =
      List.of(
          UniqueConstraint.USERS,
          UniqueConstraint.ADDRESSES,
          SecondaryIndex.PEOPLE,
          SecondaryIndex.BY_TOWN,
          WorkQueue.JOBS,
          WorkQueue.DONE);

  @RegisterExtension
  static final RowlockExtension ROWLOCK =
      RowlockExtension.with(kit -> TABLES.forEach(table -> kit.createTable(table, "f")));

  private final RowlockTest kit;

  ExamplesInMemoryTest(RowlockTest kit) {
    this.kit = kit;
  }

  @Test
  void addressBelongsToOneUser() throws IOException {
    kit.faults().conflictNextCommit();
    assertThat(UniqueConstraint.signUp(kit.transactions(), "ann", "a@example.org")).isTrue();
    assertThat(kit.transactions().counters().conflicts()).isEqualTo(1);
    assertThat(UniqueConstraint.signUp(kit.otherClient(), "ben", "a@example.org")).isFalse();
  }

  @Test
  void addressOfADeadClientIsFree() throws IOException {
    kit.faults().dieBeforeCommitPoint();
    assertThatThrownBy(() -> UniqueConstraint.signUp(kit.transactions(), "ann", "a@example.org"))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(UniqueConstraint.signUp(kit.restart(), "ben", "a@example.org")).isTrue();
    assertThat(UniqueConstraint.signUp(kit.otherClient(), "cem", "a@example.org")).isFalse();
  }

  @Test
  void indexFollowsItsRows() throws IOException {
    kit.transactions().run(tx -> SecondaryIndex.move(tx, "ann", "Oslo"));
    kit.faults().conflictNextCommit();
    kit.transactions().run(tx -> SecondaryIndex.move(tx, "ann", "Quito"));
    assertThat(inhabitants("Oslo")).isEmpty();
    assertThat(inhabitants("Quito")).containsExactly("ann");
    kit.faults().loseAnswerOfNextCommit();
    assertThatThrownBy(() -> kit.transactions().run(tx -> SecondaryIndex.move(tx, "ann", "Turin")))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(inhabitants("Quito")).isEmpty();
    assertThat(inhabitants("Turin")).containsExactly("ann");
  }

  private List<String> inhabitants(String town) throws IOException {
    return kit.otherClient().call(tx -> SecondaryIndex.inhabitants(tx, town));
  }

  @Test
  void jobOfADeadWorkerIsDoneByAnotherOne() throws IOException {
    kit.transactions().run(tx -> WorkQueue.add(tx, 1));
    kit.faults().conflictNextCommit();
    kit.faults().dieBeforeCommitPoint();
    assertThatThrownBy(() -> WorkQueue.work(kit.transactions(), 1))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    Optional<String> job = WorkQueue.work(kit.otherClient(), 2);
    assertThat(job).isPresent();
    assertThat(WorkQueue.work(kit.restart(), 1)).isEmpty();
  }
}
