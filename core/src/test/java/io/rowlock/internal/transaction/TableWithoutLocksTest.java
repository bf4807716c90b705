package io.rowlock.internal.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of a table that was never enabled, which no commit could validate. */
class TableWithoutLocksTest {

  private static final TableName PLAIN = TableName.valueOf("plain");
  private static final Get WHOLE = new Get(Bytes.toBytes("a"));
  private static final Get COLUMN = new Get(Bytes.toBytes("a")).addColumn(TestBed.F, TestBed.F);

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @BeforeEach
  void createPlainTable() {
    bed.store().cluster().createTable(new TableFacts(PLAIN, families(), 0, Durability.SYNC_WAL));
  }

  private static NavigableSet<byte[]> families() {
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(TestBed.F);
    return families;
  }

  @Test
  void wholeRowIsRefused() {
    assertRefused(transaction.reads().get(PLAIN, WHOLE));
  }

  @Test
  void columnIsRefused() {
    assertRefused(transaction.reads().get(PLAIN, COLUMN));
  }

  @Test
  void severalRowsAreRefused() {
    assertRefused(transaction.reads().getAll(PLAIN, List.of(WHOLE, new Get(Bytes.toBytes("b")))));
  }

  @Test
  void emptyScansAreRefused() {
    assertRefused(transaction.reads().scan(PLAIN, new Scan()).next());
    assertRefused(transaction.reads().scan(PLAIN, new Scan().withStartRow(TestBed.G)).next());
    assertRefused(transaction.reads().scan(PLAIN, new Scan().setReversed(true)).next());
    assertRefused(transaction.reads().scan(PLAIN, new Scan().addFamily(TestBed.F)).next());
  }

  /** They promise committed rows, which only locks can show. */
  @Test
  void readsWithoutValidationAreRefused() {
    assertRefused(transaction.unvalidatedReads().get(PLAIN, WHOLE));
    assertRefused(transaction.unvalidatedReads().get(PLAIN, COLUMN));
  }

  @Test
  void enabledTableIsAskedAboutOnceAMinute() {
    bed.get(transaction, "a");
    bed.get(transaction, "b");
    bed.get(bed.begin(), "c");
    assertThat(bed.reads()).isEqualTo(4);

    bed.time().advance(Duration.ofMinutes(2));
    bed.get(bed.begin(), "a");
    assertThat(bed.reads()).isEqualTo(6);
  }

  /** Neither does a client ask that has written to the table. */
  @Test
  void rowWithLockNeedsNoQuestion() {
    bed.committed(TestBed.put("a", "f:a", "1"));
    bed.time().advance(Duration.ofMinutes(2));
    int before = bed.reads();

    bed.get(bed.begin(), "a");

    assertThat(bed.reads()).isEqualTo(before + 1);
  }

  @Test
  void writtenTableNeedsNoQuestion() {
    bed.committed(TestBed.put("a", "f:a", "1"));
    int before = bed.reads();

    bed.get(bed.begin(), "b");

    assertThat(bed.reads()).isEqualTo(before + 1);
  }

  private void assertRefused(CompletableFuture<?> read) {
    ProtocolFailure failure = bed.failure(read);
    assertThat(failure.kind()).isEqualTo(Kind.ILLEGAL);
    assertThat(failure)
        .hasMessageContaining("Table 'plain' has no locks")
        .hasMessageContaining("TransactionAdmin.enable")
        .hasMessageContaining("rowlock enable plain")
        .hasMessageContaining("or use a plain Table");
  }
}
