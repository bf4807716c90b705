package io.rowlock.bench.inserts;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rowlock.bench.kit.BenchTable;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.Streams;

/** Records of 400 bytes in 8 fields, a cell each, and the entries of their index. */
final class Records {
  static final int FIELDS = 8;
  static final int FIELD_BYTES = 50;
  private static final int LETTERS = 26;

  private Records() {}

  /** The record of an id. The same id makes the same record. */
  static Put put(byte[] id) {
    SplittableRandom random = new SplittableRandom(Bytes.hashCode(id));
    Put put = new Put(id);
    for (int field = 0; field < FIELDS; field++) {
      byte[] value = new byte[FIELD_BYTES];
      for (int i = 0; i < value.length; i++) {
        value[i] = (byte) ('a' + random.nextInt(LETTERS));
      }
      put.addColumn(BenchTable.FAMILY, name(field), value);
    }
    return put;
  }

  /** Returns whether a row contains its record, and nothing else. */
  static boolean isWhole(Result row) {
    List<Cell> inserted =
        put(row.getRow()).getFamilyCellMap().getOrDefault(BenchTable.FAMILY, List.of());
    Cell[] found = row.rawCells();
    return found.length == inserted.size()
        && Streams.zip(Stream.of(found), inserted.stream(), Records::isSame)
            .allMatch(isSame -> isSame);
  }

  private static boolean isSame(Cell one, Cell other) {
    return CellUtil.matchingColumn(one, other) && CellUtil.matchingValue(one, other);
  }

  /** An entry of the index by the first field: value and id, in a row without a value. */
  static Put indexEntry(Put record) {
    byte[] first = CellUtil.cloneValue(record.get(BenchTable.FAMILY, name(0)).get(0));
    return new Put(Bytes.add(first, record.getRow()))
        .addColumn(BenchTable.FAMILY, name(0), new byte[0]);
  }

  private static byte[] name(int field) {
    return ("f" + field).getBytes(US_ASCII);
  }
}
