package io.rowlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** HBase's rules of visibility, for every order in which cells arrive. */
class MemoryRowTest {

  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");

  private final MemoryRow row = new MemoryRow();

  @Test
  void newestPutWinsWheneverItArrives() {
    apply(put(F, 20, "new"), put(F, 10, "old"));

    assertThat(values()).containsExactly("new");
  }

  @Test
  void laterPutWinsAtTheSameTimestamp() {
    apply(put(F, 10, "first"), put(F, 10, "second"));

    assertThat(values()).containsExactly("second");
  }

  @Test
  void columnMarkerHidesPutsUpToItsTimestamp() {
    apply(new Delete(ROW).addColumns(F, Q, 10), put(F, 10, "hidden"), put(G, 10, "other family"));

    assertThat(values()).containsExactly("other family");
  }

  @Test
  void putAboveColumnMarkerIsVisible() {
    apply(put(F, 11, "above"), new Delete(ROW).addColumns(F, Q, 10));

    assertThat(values()).containsExactly("above");
  }

  @Test
  void familyMarkerHidesEveryColumnOfItsFamily() {
    apply(put(F, 10, "hidden"), put(G, 10, "other"), new Delete(ROW).addFamily(F, 10));
    apply(new Put(ROW).addColumn(F, Bytes.toBytes("a"), 9, Bytes.toBytes("late")));

    assertThat(values()).containsExactly("other");
  }

  @Test
  void familyMarkerHidesTheColumnWithoutName() {
    apply(new Put(ROW).addColumn(F, new byte[0], 10, Bytes.toBytes("hidden")));
    apply(new Delete(ROW).addFamily(F, 10));
    apply(new Put(ROW).addColumn(F, new byte[0], 11, Bytes.toBytes("above")));

    assertThat(values()).containsExactly("above");
  }

  @Test
  void exactMarkersHideOneTimestamp() {
    apply(new Delete(ROW).addColumn(F, Q, 10), new Delete(ROW).addFamilyVersion(G, 10));
    apply(put(F, 10, "hidden"), put(G, 10, "hidden"));
    assertThat(values()).isEmpty();

    apply(put(F, 9, "below"), put(G, 11, "above"));
    assertThat(values()).containsExactly("below", "above");
  }

  @Test
  void cellsComeInTheOrderOfFamiliesAndQualifiers() {
    apply(put(G, 10, "g"), put(F, 10, "f:q"));
    apply(new Put(ROW).addColumn(F, Bytes.toBytes("a"), 10, Bytes.toBytes("f:a")));

    assertThat(values()).containsExactly("f:a", "f:q", "g");
  }

  private static Put put(byte[] family, long timestamp, String value) {
    return new Put(ROW).addColumn(family, Q, timestamp, Bytes.toBytes(value));
  }

  private void apply(Mutation... mutations) {
    for (Mutation mutation : mutations) {
      mutation.getFamilyCellMap().values().forEach(row::apply);
    }
  }

  private List<String> values() {
    List<Cell> visible = row.visible();
    return visible.stream().map(cell -> Bytes.toString(CellUtil.cloneValue(cell))).toList();
  }
}
