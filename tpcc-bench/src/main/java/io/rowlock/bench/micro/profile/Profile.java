package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Label;

/** The reads and writes of a transaction; the first two are Haeinsa's published profiles. */
enum Profile implements Label {
  /** (3 writes + 1 read) x 2 rows + 1 read x 1 row. */
  PRACTICAL(3, true, true),
  /** 1 write x 2 rows + 1 read x 1 row, in this order; the rows written are not read. */
  WORST_CASE(1, false, true),
  /** (1 write + 1 read) x 2 rows, in two regions if there are two. */
  TRANSFER(1, true, false);

  private static final int ROWS_WRITTEN = 2;

  private final int columnsWritten;
  private final boolean readsWrittenRows;
  private final boolean readsFurtherRow;

  Profile(int columnsWritten, boolean readsWrittenRows, boolean readsFurtherRow) {
    this.columnsWritten = columnsWritten;
    this.readsWrittenRows = readsWrittenRows;
    this.readsFurtherRow = readsFurtherRow;
  }

  int columnsWritten() {
    return columnsWritten;
  }

  boolean readsWrittenRows() {
    return readsWrittenRows;
  }

  /** As published: a transaction that does not read what it writes need not read first. */
  boolean writesFirst() {
    return !readsWrittenRows;
  }

  boolean readsFurtherRow() {
    return readsFurtherRow;
  }

  int rowsRead() {
    return (readsWrittenRows ? ROWS_WRITTEN : 0) + rowsOnlyRead();
  }

  int rowsOnlyRead() {
    return readsFurtherRow ? 1 : 0;
  }

  int rowsWritten() {
    return ROWS_WRITTEN;
  }

  /** Both written rows come from different regions, if there are several. */
  boolean spansRegions() {
    return this == TRANSFER;
  }

  @Override
  public String toString() {
    return label();
  }
}
