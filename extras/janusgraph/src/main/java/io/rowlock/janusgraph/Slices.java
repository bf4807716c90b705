package io.rowlock.janusgraph;

import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.janusgraph.diskstorage.EntryList;
import org.janusgraph.diskstorage.EntryMetaData;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.keycolumnvalue.SliceQuery;
import org.janusgraph.diskstorage.util.StaticArrayEntry;
import org.janusgraph.diskstorage.util.StaticArrayEntryList;
import org.jspecify.annotations.Nullable;

/** Translates the slices of one store, which has a column family of its own. */
final class Slices implements StaticArrayEntry.GetColVal<Cell, byte[]> {

  private final byte[] family;
  private final EntryMetaData[] metaData;

  Slices(byte[] family, EntryMetaData[] metaData) {
    this.family = family;
    this.metaData = metaData;
  }

  /** Returns a get of a slice, which reads little more than its limit of a wide row. */
  Get get(StaticBuffer key, SliceQuery slice) {
    Get get = new Get(key.as(StaticBuffer.ARRAY_FACTORY)).addFamily(family).setFilter(range(slice));
    return slice.hasLimit() ? get.setMaxResultsPerColumnFamily(slice.getLimit()) : get;
  }

  /** Returns a scan of all rows that have columns in the slice. */
  Scan scan(SliceQuery slice) {
    Scan scan = new Scan().addFamily(family).setFilter(range(slice));
    return slice.hasLimit() ? scan.setMaxResultsPerColumnFamily(slice.getLimit()) : scan;
  }

  private static ColumnRangeFilter range(SliceQuery slice) {
    return new ColumnRangeFilter(
        bound(slice.getSliceStart()), true, bound(slice.getSliceEnd()), false);
  }

  private static byte @Nullable [] bound(StaticBuffer buffer) {
    return buffer.length() == 0 ? null : buffer.as(StaticBuffer.ARRAY_FACTORY);
  }

  EntryList entries(Result row) {
    return row.isEmpty()
        ? EntryList.EMPTY_LIST
        : StaticArrayEntryList.ofBytes(Arrays.asList(row.rawCells()), this);
  }

  @Override
  public byte[] getColumn(Cell cell) {
    return CellUtil.cloneQualifier(cell);
  }

  @Override
  public byte[] getValue(Cell cell) {
    return CellUtil.cloneValue(cell);
  }

  @Override
  public EntryMetaData[] getMetaSchema(Cell cell) {
    return metaData;
  }

  @Override
  public Object getMetaData(Cell cell, EntryMetaData wanted) {
    if (wanted != EntryMetaData.TIMESTAMP) {
      throw new UnsupportedOperationException("Not stored: " + wanted);
    }
    return cell.getTimestamp();
  }
}
