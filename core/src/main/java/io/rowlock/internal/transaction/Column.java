package io.rowlock.internal.transaction;

import io.rowlock.internal.store.RowKey;
import org.apache.hadoop.hbase.util.Bytes;

/** One column of one row, to be named in messages. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Column(RowKey row, byte[] family, byte[] qualifier) {

  @Override
  public String toString() {
    return "column '"
        + Bytes.toStringBinary(family)
        + ":"
        + Bytes.toStringBinary(qualifier)
        + "' of "
        + row;
  }
}
