package io.rowlock.internal.protocol.lock;

/** The bytes of a lock cell are not a lock; says why. Never leaves the codec. */
final class MalformedLockException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MalformedLockException(String message) {
    super(message);
  }
}
