package io.rowlock.internal.store;

import java.util.Arrays;

/**
 * A lock cell in the store: its raw bytes, which conditions compare, and its lock time.
 *
 * @param bytes the value of the cell, never empty and never changed
 * @param time the timestamp of the cell, strictly growing from one lock of a row to the next
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, see below
public record StoredLock(byte[] bytes, long time) {

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredLock that
        && time == that.time
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(time) + Arrays.hashCode(bytes);
  }
}
