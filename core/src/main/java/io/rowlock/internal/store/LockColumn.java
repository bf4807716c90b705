package io.rowlock.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Where the row lock of every row lives. A name that is legal on HBase and on Bigtable. */
public final class LockColumn {

  private static final byte[] FAMILY = "_lock".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] QUALIFIER = "l".getBytes(StandardCharsets.US_ASCII);

  private LockColumn() {}

  /** The family of the lock column. The caller must not change the array. */
  public static byte[] family() {
    return FAMILY;
  }

  /** The qualifier of the lock column. The caller must not change the array. */
  public static byte[] qualifier() {
    return QUALIFIER;
  }

  public static boolean isFamily(byte[] family) {
    return Arrays.equals(FAMILY, family);
  }
}
