package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class PlanLimitsTest {

  private static final int MAX_CELL = 10_000;

  private final PlanLimits limits =
      new PlanLimits(new ProtocolSettings(LEASE, LOCK_WAIT, 3, MAX_CELL, false, 100));

  private final NavigableSet<byte[]> denied = new TreeSet<>(Bytes.BYTES_COMPARATOR);

  @Test
  void whatFitsPasses() {
    assertThatCode(() -> check(row(key("a"), 100), row(key("b"), 100), row(key("c"), 5_000)))
        .doesNotThrowAnyException();
  }

  @Test
  void tooManyRowsAreRefused() {
    WriteRow[] rows =
        IntStream.range(0, 4).mapToObj(i -> row(key("row" + i), 1)).toArray(WriteRow[]::new);

    assertRefused(rows)
        .hasMessageContaining("writes 4 rows, the limit is 3")
        .hasMessageContaining("split it, or raise the limit of rows");
  }

  @Test
  void unknownFamilyIsRefused() {
    Intent intent = Intent.builder().deleteColumn(bytes("n\0"), Q).build();

    assertRefused(row(key("a"), intent))
        .hasMessageContaining("no column family 'n\\x00' to write to in row 'a' of table 'table'");
  }

  @Test
  void lockFamilyIsNotForUsers() {
    Intent intent = Intent.builder().put(LockColumn.family(), LockColumn.qualifier(), Q).build();

    assertRefused(row(key("a"), intent)).hasMessageContaining("no column family '_lock'");
  }

  @Test
  void intentLargerThanACellIsRefused() {
    assertRefused(row(key("a"), 1), row(key("b"), MAX_CELL))
        .hasMessageContaining("row 'b' of table 'table'")
        .hasMessageContaining("the limit is " + MAX_CELL)
        .hasMessageContaining("hbase.client.keyvalue.maxsize");
  }

  /** A COMMITTED primary lists them all, so names count as well as values. */
  @Test
  void listOfRowsCountsToo() {
    String longName = "x".repeat(4_000);

    assertRefused(row(key("a"), 1), row(key(longName + 1), 1), row(key(longName + 2), 3_000))
        .hasMessageContaining("bytes in one cell");
  }

  /** HBase would refuse it after the commit point. */
  @Test
  void familyThatThisUserMayNotWriteToIsRefused() {
    denied.add(F);
    assertRefused(row(key("a"), 1))
        .hasMessageContaining("may not write to the column family 'f' of row 'a'")
        .hasMessageContaining("grant USER, 'W'");
    denied.clear();
    denied.add(LockColumn.family());
    assertRefused(row(key("a"), 1)).hasMessageContaining("column family '_lock' of row 'a'");
    denied.clear();
    check(row(key("a"), 1));
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(WriteRow... rows) {
    return assertThatThrownBy(() -> check(rows))
        .isInstanceOf(ProtocolFailure.class)
        .satisfies(
            failure -> assertThat(((ProtocolFailure) failure).kind()).isEqualTo(Kind.ILLEGAL));
  }

  private void check(WriteRow... rows) {
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    Collections.addAll(families, F, LockColumn.family());
    Map<TableName, TableFacts> tables =
        Map.of(
            TABLE,
            new TableFacts(
                TABLE,
                families,
                families,
                0,
                Durability.SYNC_WAL,
                denied,
                new TreeSet<>(Bytes.BYTES_COMPARATOR),
                List.of(),
                false));
    limits.check(List.of(rows), tables);
  }

  private static WriteRow row(RowKey key, int valueLength) {
    return row(key, Intent.builder().put(F, Q, new byte[valueLength]).build());
  }

  private static WriteRow row(RowKey key, Intent intent) {
    RowWrite write =
        new RowWrite() {
          @Override
          public ColumnSelection needs() {
            return ColumnSelection.LOCK_ONLY;
          }

          @Override
          public Intent intent(List<Cell> base) {
            return intent;
          }

          @Override
          public Set<byte[]> families() {
            return intent.families().keySet();
          }

          @Override
          public RowWrite then(RowWrite next) {
            return next;
          }
        };
    return new WriteRow(write, ProtocolFixture.decided(Bytes.toString(key.row()), 1), intent, true);
  }
}
