package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A row is deleted with every family, also one that was added after the client had read the table's
 * facts.
 */
class DeletedRowTest {

  private static final byte[] ROW = Bytes.toBytes("row");

  private final TestBed bed = new TestBed();

  @BeforeEach
  void learnAboutTable() {
    bed.committed(put("row", "f:a", "1"));
  }

  private void addFamily() {
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    List.of("_lock", "f", "g", "h").forEach(name -> families.add(Bytes.toBytes(name)));
    bed.store().cluster().alterTable(new TableFacts(TABLE, families, 0, Durability.SYNC_WAL));
    Put put = new Put(ROW, 1).addColumn(Bytes.toBytes("h"), ROW, ROW);
    bed.store().cluster().rawWrite(TABLE, put);
  }

  private void delete(ActiveTransaction transaction) {
    bed.await(transaction.writeAll(TABLE, List.of(new Delete(ROW))));
  }

  @Test
  void clientWasIdleForHours() {
    bed.time().advance(Duration.ofHours(3));
    addFamily();

    bed.committed(new Delete(ROW));

    assertThat(bed.committedRow("row")).isEmpty();
  }

  @Test
  void transactionHasReadTheFamily() {
    addFamily();
    ActiveTransaction transaction = bed.begin();
    assertThat(bed.get(transaction, "row")).isEqualTo("f:a=1 h:row=row");

    delete(transaction);

    assertThat(bed.get(transaction, "row")).isEmpty();
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEmpty();
  }

  @Test
  void transactionReadsTheFamilyAfterTheDelete() {
    ActiveTransaction transaction = bed.begin();
    delete(transaction);
    addFamily();

    assertThat(bed.get(transaction, "row")).isEmpty();
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEmpty();
  }

  @Test
  void familyIsAddedWhileTheTransactionRuns() {
    ActiveTransaction transaction = bed.begin();
    delete(transaction);
    addFamily();
    bed.time().advance(Duration.ofMinutes(2));

    bed.await(transaction.commit());

    assertThat(bed.committedRow("row")).isEmpty();
  }

  @Test
  void whatIsWrittenAfterTheDeleteStays() {
    ActiveTransaction transaction = bed.begin();
    delete(transaction);
    addFamily();
    bed.await(transaction.writeAll(TABLE, List.of(put("row", "h:b", "2"))));

    assertThat(bed.get(transaction, "row")).isEqualTo("h:b=2");
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo("h:b=2");
  }

  @Test
  void familyThatIsDroppedMeanwhileIsNotInTheWay() {
    addFamily();
    ActiveTransaction transaction = bed.begin();
    assertThat(bed.get(transaction, "row")).contains("h:row");
    delete(transaction);
    bed.store().createTable(TABLE, "f", "g");
    bed.time().advance(Duration.ofMinutes(2));

    bed.committed(new Delete(ROW));

    assertThat(bed.committedRow("row")).isEmpty();
  }

  /** It returns what it writes. */
  @Test
  void updateAfterTheDeleteBeginsAnew() {
    ActiveTransaction transaction = bed.begin();
    delete(transaction);
    addFamily();
    Append append = new Append(ROW).addColumn(Bytes.toBytes("h"), ROW, Bytes.toBytes("x"));

    assertThat(TestBed.show(bed.await(transaction.append(TABLE, append)))).isEqualTo("h:row=x");
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo("h:row=x");
  }
}
