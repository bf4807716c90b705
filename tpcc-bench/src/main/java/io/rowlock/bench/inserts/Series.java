package io.rowlock.bench.inserts;

/** What is compared. */
record Series(int servers, IdKind ids, InsertMode mode) {
  @Override
  public String toString() {
    return servers + (servers == 1 ? " server, " : " servers, ") + ids + ", " + mode;
  }
}
