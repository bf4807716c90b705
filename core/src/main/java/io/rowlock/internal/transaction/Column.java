package io.rowlock.internal.transaction;

import io.rowlock.internal.store.RowKey;
import org.apache.hadoop.hbase.util.Bytes;

/** One column of one row, for messages. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Column(RowKey row, byte[] family, byte[] qualifier) {

  @Override
  public String toString() {
    return "column '%s:%s' of %s"
        .formatted(Bytes.toStringBinary(family), Bytes.toStringBinary(qualifier), row);
  }
}
