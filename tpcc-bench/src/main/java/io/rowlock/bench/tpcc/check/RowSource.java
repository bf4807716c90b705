package io.rowlock.bench.tpcc.check;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where rows come from. Thread-safe. */
interface RowSource {

  /** All rows of a range, in HBase's order. */
  RowStream scan(RowRange range) throws IOException;

  /** Rows one after the other. Not thread-safe. */
  interface RowStream extends AutoCloseable {

    /** Null after the last one. */
    @Nullable StoredRow next() throws IOException;

    @Override
    void close() throws IOException;
  }
}
