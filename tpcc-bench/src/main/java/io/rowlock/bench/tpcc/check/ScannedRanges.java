package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.RowSource.RowRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/** What was scanned, and so what was not. Thread-safe. */
final class ScannedRanges {
  private final Queue<RowRange> scanned = new ConcurrentLinkedQueue<>();

  void add(RowRange range) {
    scanned.add(range);
  }

  /** All ranges of a table between those that were scanned. */
  List<RowRange> gaps(TableName table) {
    List<RowRange> gaps = new ArrayList<>();
    byte[] begin = {};
    for (RowRange range : ofTable(table)) {
      if (Bytes.compareTo(begin, range.start()) < 0) {
        gaps.add(new RowRange(table, begin, range.start()));
      }
      if (range.stop().length == 0) {
        return gaps;
      }
      begin = Bytes.compareTo(begin, range.stop()) < 0 ? range.stop() : begin;
    }
    gaps.add(new RowRange(table, begin, new byte[0]));
    return gaps;
  }

  private List<RowRange> ofTable(TableName table) {
    return scanned.stream()
        .filter(range -> range.table().equals(table))
        .sorted(Comparator.comparing(RowRange::start, Bytes.BYTES_COMPARATOR))
        .toList();
  }
}
