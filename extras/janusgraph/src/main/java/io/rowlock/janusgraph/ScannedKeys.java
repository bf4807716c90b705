package io.rowlock.janusgraph;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.janusgraph.core.JanusGraphException;
import org.janusgraph.diskstorage.Entry;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.keycolumnvalue.KeyIterator;
import org.janusgraph.diskstorage.util.RecordIterator;
import org.janusgraph.diskstorage.util.StaticArrayBuffer;
import org.jspecify.annotations.Nullable;

/** The rows of a scan, each with its slice. Not thread-safe. */
final class ScannedKeys implements KeyIterator {

  private final ResultScanner scanner;
  private final Slices slices;
  private @Nullable Result next;
  private @Nullable Result current;

  ScannedKeys(ResultScanner scanner, Slices slices) {
    this.scanner = scanner;
    this.slices = slices;
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
      return scanner.next();
    } catch (IOException failure) {
      throw new JanusGraphException("The scan failed", BackendFailures.ofCall(failure));
    }
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
