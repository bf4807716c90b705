package io.rowlock.bench.profile;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a transaction does; both are Haeinsa's published profiles. */
enum Profile implements Label {
  /** (3 writes + 1 read) x 2 rows + 1 read x 1 row. */
  PRACTICAL("practical", 3, true),
  /** 1 write x 2 rows + 1 read x 1 row; the rows written are not read. */
  WORST_CASE("worst-case", 1, false);

  private final String label;
  private final int columnsWritten;
  private final boolean readsWrittenRows;

  Profile(String label, int columnsWritten, boolean readsWrittenRows) {
    this.label = label;
    this.columnsWritten = columnsWritten;
    this.readsWrittenRows = readsWrittenRows;
  }

  @Override
  @JsonValue
  public String label() {
    return label;
  }

  int columnsWritten() {
    return columnsWritten;
  }

  boolean readsWrittenRows() {
    return readsWrittenRows;
  }

  @Override
  public String toString() {
    return label;
  }
}
