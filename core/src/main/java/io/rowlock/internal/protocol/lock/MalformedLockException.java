package io.rowlock.internal.protocol.lock;

/** Reports that the bytes of a lock cell are not a lock, and why. It never leaves the codec. */
final class MalformedLockException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MalformedLockException(String message) {
    super(message);
  }
}
