package io.rowlock.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The column of the row locks. Its name is legal on HBase and on Bigtable. */
public final class LockColumn {

  private static final byte[] FAMILY = "_lock".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] QUALIFIER = "l".getBytes(StandardCharsets.US_ASCII);

  private LockColumn() {}

  /** Returns the family of the lock column. The caller must not change the array. */
  public static byte[] family() {
    return FAMILY;
  }

  /** Returns the qualifier of the lock column. The caller must not change the array. */
  public static byte[] qualifier() {
    return QUALIFIER;
  }

  public static boolean isFamily(byte[] family) {
    return Arrays.equals(FAMILY, family);
  }
}
