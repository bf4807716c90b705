package io.rowlock.bench.inserts;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.BenchTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private static final byte[] ID = Bytes.toBytes(7L);

  @Test
  void recordHas400BytesInEightFields() {
    Put record = Records.put(ID);
    List<Cell> cells = record.getFamilyCellMap().values().iterator().next();
    assertThat(cells).hasSize(8);
    assertThat(cells.stream().mapToInt(Cell::getValueLength).sum()).isEqualTo(400);
    assertThat(cells.stream().map(cell -> Bytes.toString(CellUtil.cloneValue(cell))).distinct())
        .hasSize(8);
  }

  @Test
  void recordIsWholeWithAllItsFieldsOnly() {
    List<Cell> cells = Records.put(ID).getFamilyCellMap().values().iterator().next();
    List<Cell> changed = new ArrayList<>(cells.subList(0, 7));
    changed.add(
        new KeyValue(ID, BenchTable.FAMILY, CellUtil.cloneQualifier(cells.get(7)), new byte[50]));
    assertThat(Records.isWhole(Result.create(cells))).isTrue();
    assertThat(Records.isWhole(Result.create(cells.subList(0, 7)))).isFalse();
    assertThat(Records.isWhole(Result.create(changed))).isFalse();
  }

  @Test
  void indexEntryHasTheFirstFieldAndTheIdInItsKey() {
    Put record = Records.put(ID);
    Cell first = record.getFamilyCellMap().values().iterator().next().get(0);
    assertThat(Records.indexEntry(record).getRow())
        .isEqualTo(Bytes.add(CellUtil.cloneValue(first), ID));
  }
}
