package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that are declared as new are locked without being read. */
class NewRowHintTest {

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @BeforeEach
  void fillTable() {
    bed.committed(put("a", "f:a", "old"), put("c", "f:a", "old"));
  }

  @Test
  void aNewRowIsNotLookedAt() {
    insert("new");

    assertThat(readsOf(() -> bed.get(transaction, "c"))).isEqualTo(1);
    assertThat(readsOf(this::commit)).as("validation of c").isEqualTo(1);
    assertThat(bed.committedRow("new")).isEqualTo("f:a=mine");
  }

  @Test
  void theHintDoesNotAge() {
    insert("new");
    bed.time().advance(Duration.ofHours(1));

    assertThat(readsOf(this::commit)).isZero();
  }

  @Test
  void aRowThatIsNotNewIsWrittenAllTheSame() {
    insert("a");
    insert("new");

    commit();

    assertThat(bed.committedRow("a")).isEqualTo("f:a=mine");
    assertThat(bed.committedRow("new")).isEqualTo("f:a=mine");
  }

  @Test
  void alsoWhereItIsTheOnlyOne() {
    insert("a");

    commit();

    assertThat(bed.committedRow("a")).isEqualTo("f:a=mine");
  }

  @Test
  void whatWasReadCountsAndNotTheHint() {
    insert("a");

    assertThat(bed.get(transaction, "a")).isEqualTo("f:a=mine");
    assertThat(readsOf(this::commit)).isZero();
    assertThat(bed.committedRow("a")).isEqualTo("f:a=mine");
  }

  @Test
  void anIncrementOfTheRowNeedsWhatIsThere() {
    bed.committed(put("n", "f:n", Bytes.toBytes(5L)));
    insert("n");
    Increment increment = new Increment(Bytes.toBytes("n")).addColumn(F, Bytes.toBytes("n"), 1);
    bed.await(transaction.increment(TABLE, increment.setReturnResults(false)));

    commit();

    assertThat(bed.committedRow("n")).isEqualTo("f:a=mine f:n=6");
  }

  @Test
  void aPutThatIsRefusedLeavesNoHint() {
    Put good = put("a", "f:a", "mine");
    NewRowHint.setOn(good);
    Put bad = put("b", "x:a", "mine");
    bed.failure(transaction.writeAll(TABLE, List.of(good, bad)));
    bed.await(transaction.write(TABLE, put("a", "f:a", "mine")));

    assertThat(readsOf(this::commit)).as("the lock of a").isEqualTo(1);
  }

  private void insert(String row) {
    Put put = put(row, "f:a", "mine");
    NewRowHint.setOn(put);
    bed.await(transaction.write(TABLE, put));
  }

  private void commit() {
    bed.await(transaction.commit());
  }

  private int readsOf(Runnable action) {
    int before = bed.reads();
    action.run();
    return bed.reads() - before;
  }
}
