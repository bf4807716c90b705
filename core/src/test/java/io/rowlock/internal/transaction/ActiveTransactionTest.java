package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.transaction.ActiveTransaction.State;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The states of a transaction, and what its commit relies on. */
class ActiveTransactionTest {

  private static final byte[] ROW = Bytes.toBytes("row");

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @Test
  void emptyTransactionCommitsWithoutAnyRequest() {
    assertThat(transaction.state()).isEqualTo(State.ACTIVE);

    bed.await(transaction.commit());

    assertThat(transaction.state()).isEqualTo(State.COMMITTED);
    assertThat(bed.reads()).isZero();
  }

  @Test
  void oneRowReadByKeyNeedsNoValidation() {
    bed.committed(put("row", "f:a", "1"));
    bed.get(transaction, "row");
    bed.await(transaction.reads().get(TABLE, new Get(ROW).addFamily(F)));
    bed.committed(put("row", "f:a", "2"));
    int reads = bed.reads();

    bed.await(transaction.commit());

    assertThat(bed.reads()).isEqualTo(reads);
  }

  @Test
  void severalRowsReadAreValidated() {
    bed.committed(put("a", "f:a", "1"), put("b", "f:a", "1"));
    bed.get(transaction, "a");
    bed.committed(put("a", "f:a", "2"), put("b", "f:a", "2"));
    bed.get(transaction, "b");

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
    assertThat(transaction.state()).isEqualTo(State.ROLLED_BACK);
  }

  @Test
  void rowReadAndWrittenMustNotHaveChanged() {
    bed.committed(put("row", "f:a", "1"));
    bed.get(transaction, "row");
    bed.await(transaction.write(TABLE, put("row", "f:a", "mine")));
    bed.committed(put("row", "f:a", "2"));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
    assertThat(bed.committedRow("row")).isEqualTo("f:a=2");
  }

  @Test
  void blindWriteOverridesWhatOthersWrite() {
    bed.await(transaction.write(TABLE, put("row", "f:a", "mine")));
    bed.committed(put("row", "f:a", "2"));

    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo("f:a=mine");
  }

  @Test
  void rowSeenAtTwoVersionsIsAConflictAtOnce() {
    bed.committed(put("row", "f:a", "1"));
    bed.get(transaction, "row");
    bed.committed(put("row", "f:a", "2"));

    assertThat(bed.failure(transaction.reads().get(TABLE, new Get(ROW))).isConflict()).isTrue();
    assertThat(transaction.state()).isEqualTo(State.ACTIVE);
  }

  @Test
  void validationFindsStaleReadsAndLeavesTheTransactionActive() {
    bed.committed(put("a", "f:a", "1"), put("b", "f:a", "1"));
    bed.get(transaction, "a");
    bed.get(transaction, "b");
    bed.await(transaction.validate());
    bed.committed(put("a", "f:a", "2"));

    assertThat(bed.failure(transaction.validate()).isConflict()).isTrue();
    assertThat(transaction.state()).isEqualTo(State.ACTIVE);
  }

  @Test
  void rollbackForgetsEverything() {
    bed.await(transaction.write(TABLE, put("row", "f:a", "1")));

    bed.await(transaction.rollback());
    bed.await(transaction.rollback());

    assertThat(transaction.state()).isEqualTo(State.ROLLED_BACK);
    assertThat(bed.committedRow("row")).isEmpty();
    assertThat(bed.store().rawGet(new RowKey(TABLE, ROW)).lock()).isNull();
  }

  @Test
  void nothingWorksAfterTheEnd() throws Exception {
    TransactionScan scan = transaction.reads().scan(TABLE, new Scan());
    bed.await(transaction.commit());

    for (CompletableFuture<?> call :
        List.of(
            transaction.reads().get(TABLE, new Get(ROW)),
            transaction.write(TABLE, put("row", "f:a", "1")),
            transaction.increment(TABLE, new Increment(ROW).addColumn(F, F, 1)),
            transaction.reads().scan(TABLE, new Scan()).next(),
            scan.next(),
            transaction.validate(),
            transaction.commit(),
            transaction.rollback())) {
      assertThat(bed.failure(call))
          .hasMessageContaining(transaction.id().toString())
          .hasMessageContaining("it is committed")
          .extracting(ProtocolFailure::kind)
          .isEqualTo(ProtocolFailure.Kind.ENDED);
    }
    assertThat(transaction.state()).isEqualTo(State.COMMITTED);
  }

  @Test
  void commitDuringACallIsRefusedAndRollsBack() {
    bed.holdReads();
    CompletableFuture<Result> read = transaction.reads().get(TABLE, new Get(ROW));

    assertThat(bed.failure(transaction.commit()))
        .hasMessageContaining("while 1 of its calls are under way");
    assertThat(transaction.state()).isEqualTo(State.ROLLED_BACK);

    bed.deliverReads();
    assertThat(bed.failure(read).kind()).isEqualTo(ProtocolFailure.Kind.ENDED);
    assertThat(bed.failure(transaction.commit()).kind()).isEqualTo(ProtocolFailure.Kind.ENDED);
  }

  @Test
  void callThatOutlivesTheTransactionFails() {
    bed.holdReads();
    CompletableFuture<Result> read = transaction.reads().get(TABLE, new Get(ROW));
    bed.await(transaction.rollback());
    bed.deliverReads();

    assertThat(bed.failure(read)).hasMessageContaining("it is rolled back");
  }

  @Test
  void readsAtTheSameTimeAreFine() {
    bed.committed(put("a", "f:a", "1"), put("b", "f:a", "2"));
    bed.holdReads();
    CompletableFuture<Result> a = transaction.reads().get(TABLE, new Get(Bytes.toBytes("a")));
    CompletableFuture<Result> b = transaction.reads().get(TABLE, new Get(Bytes.toBytes("b")));
    bed.deliverReads();

    assertThat(TestBed.show(bed.await(b)) + TestBed.show(bed.await(a))).isEqualTo("f:a=2f:a=1");
    bed.await(transaction.commit());
  }

  @Test
  void writesOfATableNotYetKnownKeepTheirOrder() {
    bed.holdTables();
    CompletableFuture<Void> put = transaction.write(TABLE, put("row", "f:a", "1"));
    CompletableFuture<Void> delete = transaction.write(TABLE, new Delete(ROW));
    CompletableFuture<Void> again = transaction.write(TABLE, put("row", "f:b", "1"));
    bed.deliverTables();
    bed.await(CompletableFuture.allOf(put, delete, again));

    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo("f:b=1");
  }

  @Test
  void writeMadeWhileAnEarlierOneIsAboutToGoOnDoesNotOvertakeIt() {
    bed.holdTables();
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    bed.whenTableIsKnown(() -> writes.add(transaction.write(TABLE, new Delete(ROW))));
    writes.add(transaction.write(TABLE, put("row", "f:a", "1")));
    bed.deliverTables();
    writes.forEach(bed::await);

    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEmpty();
  }

  @Test
  void unknownTableFailsWithHBasesException() {
    TableName unknown = TableName.valueOf("unknown");

    assertThatThrownBy(() -> bed.await(transaction.reads().get(unknown, new Get(ROW))))
        .hasRootCauseInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> bed.await(transaction.write(unknown, put("row", "f:a", "1"))))
        .hasRootCauseInstanceOf(TableNotFoundException.class);
  }

  @Test
  void tableWithoutALockFamilyIsRefusedByName() {
    TableName plain = TableName.valueOf("plain");
    TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(F);
    bed.store().cluster().createTable(new TableFacts(plain, families, 0, Durability.SYNC_WAL));

    for (CompletableFuture<?> call :
        List.of(
            transaction.write(plain, put("row", "f:a", "1")),
            transaction.reads().get(plain, new Get(ROW).addFamily(F)),
            transaction.reads().scan(plain, new Scan().addFamily(F)).next())) {
      assertThat(bed.failure(call))
          .hasMessageContaining("'plain'")
          .hasMessageContaining("TransactionAdmin.enable");
    }
  }

  @Test
  void tooManyRowsAreRefusedBeforeAnyIsBuffered() {
    ActiveTransaction small = bed.begin(new TransactionLimits(2, 1_000));
    bed.await(small.write(TABLE, put("a", "f:a", "1")));
    bed.await(small.writeAll(TABLE, List.of(put("b", "f:a", "1"), put("a", "f:a", "2"))));

    assertThat(
            bed.failure(small.writeAll(TABLE, List.of(put("a", "f:a", "3"), put("c", "f:a", "1")))))
        .hasMessageContaining("2 rows at most")
        .hasMessageContaining("row 'c' of table 'table'");
    bed.await(small.commit());
    assertThat(bed.committedRow("a")).isEqualTo("f:a=2");
  }

  @Test
  void onlyPutsAndDeletesAreWritten() {
    assertThatThrownBy(() -> transaction.write(TABLE, new Increment(ROW).addColumn(F, F, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
