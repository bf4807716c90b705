package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.G;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.MemoryCluster;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Laying an intent over the result of a read shows what a read finds after the intent is applied.
 * The test compares the two, for many rows, intents and selections.
 */
class IntentOverlayTest {

  private static final List<byte[]> FAMILIES = List.of(F, G);
  private static final List<byte[]> QUALIFIERS = List.of(new byte[0], bytes("q"), bytes("r"));
  private static final long COMMIT_TIMESTAMP = 100;

  private final SplittableRandom random = new SplittableRandom(5);
  private final MemoryCluster cluster = new ProtocolFixture().cluster;
  private final InMemoryRowStore store =
      new InMemoryRowStore(cluster, Interceptor.NONE, Runnable::run);

  @Test
  void overlayShowsWhatApplyingTheIntentWould() {
    for (int i = 0; i < 5_000; i++) {
      RowKey row = key("row" + i);
      writeSomething(row);
      Intent intent = randomIntent();
      ColumnSelection columns = randomSelection();

      List<Cell> overlaid =
          intent.overlay(row.row(), read(row, columns), columns, COMMIT_TIMESTAMP);
      intent
          .toMutations(row.row(), COMMIT_TIMESTAMP)
          .forEach(mutation -> cluster.rawWrite(TABLE, mutation));

      assertThat(overlaid.stream().map(IntentOverlayTest::text))
          .as("%s over row %d", LockText.of(intent), i)
          .containsExactlyElementsOf(
              read(row, columns).stream().map(IntentOverlayTest::text).toList());
    }
  }

  @Test
  void cellsReadBeforeAreLeftAlone() {
    RowKey row = key("row");
    cluster.rawWrite(TABLE, new Put(row.row()).addColumn(F, bytes("q"), 1, bytes("old")));
    List<Cell> before = read(row, ColumnSelection.ALL);
    Intent intent = Intent.builder().put(F, bytes("q"), bytes("new")).build();

    assertThat(intent.overlay(row.row(), before, ColumnSelection.ALL, 2)).hasSize(1);
    assertThat(text(before.get(0))).isEqualTo("f:q@1=old");
  }

  @Test
  void emptyIntentChangesNothing() {
    RowKey row = key("row");
    cluster.rawWrite(TABLE, new Put(row.row()).addColumn(F, bytes("q"), 1, bytes("old")));
    List<Cell> before = read(row, ColumnSelection.ALL);

    assertThat(Intent.EMPTY.overlay(row.row(), before, ColumnSelection.ALL, 2)).isEqualTo(before);
  }

  private List<Cell> read(RowKey row, ColumnSelection columns) {
    return store.read(List.of(new RowRead(row, columns))).join().get(0).cells();
  }

  private void writeSomething(RowKey row) {
    for (int cells = random.nextInt(5); cells > 0; cells--) {
      long timestamp = random.nextLong(1, COMMIT_TIMESTAMP - 1);
      cluster.rawWrite(
          TABLE, new Put(row.row()).addColumn(family(), qualifier(), timestamp, value()));
    }
  }

  private Intent randomIntent() {
    Intent.Builder intent = Intent.builder();
    for (int operations = random.nextInt(6); operations > 0; operations--) {
      switch (random.nextInt(5)) {
        case 0 -> intent.deleteFamily(family());
        case 1, 2 -> intent.deleteColumn(family(), qualifier());
        default -> intent.put(family(), qualifier(), value());
      }
    }
    return intent.build();
  }

  private ColumnSelection randomSelection() {
    NavigableMap<byte[], NavigableSet<byte[]>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int columns = random.nextInt(4); columns > 0; columns--) {
      families
          .computeIfAbsent(family(), f -> new TreeSet<>(Bytes.BYTES_COMPARATOR))
          .add(qualifier());
    }
    return random.nextInt(5) == 0 ? ColumnSelection.LOCK_ONLY : ColumnSelection.of(families);
  }

  private byte[] family() {
    return FAMILIES.get(random.nextInt(FAMILIES.size()));
  }

  private byte[] qualifier() {
    return QUALIFIERS.get(random.nextInt(QUALIFIERS.size()));
  }

  private byte[] value() {
    return bytes("v" + random.nextInt(1000));
  }

  private static String text(Cell cell) {
    return Bytes.toString(CellUtil.cloneFamily(cell))
        + ":"
        + Bytes.toString(CellUtil.cloneQualifier(cell))
        + "@"
        + cell.getTimestamp()
        + "="
        + Bytes.toString(CellUtil.cloneValue(cell));
  }
}
