package io.rowlock.janusgraph;

import io.rowlock.ConflictException;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.janusgraph.core.JanusGraphException;
import org.janusgraph.diskstorage.Entry;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.keycolumnvalue.KeyIterator;
import org.janusgraph.diskstorage.util.RecordIterator;
import org.janusgraph.diskstorage.util.StaticArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a scan, each with its slice. JanusGraph repeats a read that meets the lock of a dead
 * client, but not the rest of a scan: a scan that is not validated goes on behind its last row. Not
 * thread-safe.
 */
final class ScannedKeys implements KeyIterator {

  /** Each begins after a wait for a lock, of a second by default; a lock is settled after five. */
  private static final int MOST_RESTARTS_PER_ROW = 10;

  private final Table table;
  private final Scan rest;
  private final Slices slices;
  private ResultScanner scanner;
  private @Nullable Result next;
  private @Nullable Result current;

  /**
   * Begins the scan.
   *
   * @param table whose reads are not validated
   */
  ScannedKeys(Table table, Scan scan, Slices slices) throws IOException {
    this.table = table;
    this.rest = scan;
    this.slices = slices;
    this.scanner = table.getScanner(scan);
  }

  private record Entries(Iterator<Entry> entries) implements RecordIterator<Entry> {

    @Override
    public boolean hasNext() {
      return entries.hasNext();
    }

    @Override
    public Entry next() {
      return entries.next();
    }

    @Override
    public void close() {}
  }

  @Override
  public RecordIterator<Entry> getEntries() {
    return new Entries(slices.entries(Objects.requireNonNull(current, "no next() yet")).iterator());
  }

  @Override
  public boolean hasNext() {
    if (next == null) {
      next = read();
    }
    return next != null;
  }

  private @Nullable Result read() {
    try {
      Result row = goOn();
      if (row != null) {
        rest.withStartRow(row.getRow(), false);
      }
      return row;
    } catch (IOException failure) {
      throw new JanusGraphException("The scan failed", BackendFailures.ofCall(failure));
    }
  }

  private @Nullable Result goOn() throws IOException {
    for (int restarts = 0; restarts < MOST_RESTARTS_PER_ROW; restarts++) {
      try {
        return scanner.next();
      } catch (ConflictException locked) {
        scanner.close();
        scanner = table.getScanner(rest);
      }
    }
    return scanner.next();
  }

  @Override
  public StaticBuffer next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Result row = Objects.requireNonNull(next);
    current = row;
    next = null;
    return StaticArrayBuffer.of(row.getRow());
  }

  @Override
  public void close() {
    scanner.close();
  }
}
