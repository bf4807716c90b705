package io.rowlock.internal.protocol.lock;

/** Reports that the bytes of a lock cell are not a lock, and why. It never leaves the codec. */
final class MalformedLockException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isOfOtherVersion;

  MalformedLockException(String message) {
    this(message, false);
  }

  private MalformedLockException(String message, boolean isOfOtherVersion) {
    super(message);
    this.isOfOtherVersion = isOfOtherVersion;
  }

  /** Creates it for bytes that another version of Rowlock has written, unless they are damaged. */
  static MalformedLockException ofOtherVersion(String message) {
    return new MalformedLockException(message, true);
  }

  /** Fails unless the condition is met. */
  static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new MalformedLockException(otherwise);
    }
  }

  boolean isOfOtherVersion() {
    return isOfOtherVersion;
  }
}
