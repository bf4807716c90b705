package io.rowlock.internal.store;

/**
 * A part of a row that is too wide to be read as a whole: of each family that is read, the first
 * columns from {@code from} to {@code until}. The lock is not part of it and always read.
 *
 * @param from a qualifier, empty: from the first one
 * @param until the first qualifier behind the slice, empty: to the last one
 * @param limit the largest number of columns of each family, positive
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
public record ColumnSlice(byte[] from, byte[] until, int limit) {

  public ColumnSlice {
    if (limit < 1) {
      throw new IllegalArgumentException("a slice of " + limit + " columns");
    }
  }
}
