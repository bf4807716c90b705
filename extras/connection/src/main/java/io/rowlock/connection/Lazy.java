package io.rowlock.connection;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a connection opens at its first use, for example its transaction manager: an application
 * that uses no transactional table pays nothing. Thread-safe.
 */
final class Lazy<T> implements IoSupplier<T> {

  private final IoSupplier<T> opening;
  private volatile @Nullable T opened;
  private boolean isClosed;

  Lazy(IoSupplier<T> opening) {
    this.opening = opening;
  }

  /** Returns what is open. */
  Optional<T> present() {
    return Optional.ofNullable(opened);
  }

  /**
   * Opens it, if it is not open.
   *
   * @throws IOException if the connection is closed, or if it cannot be opened
   */
  @Override
  public synchronized T get() throws IOException {
    if (isClosed) {
      throw new IOException("The connection is closed");
    }
    T present = opened;
    if (present == null) {
      present = opening.get();
      opened = present;
    }
    return present;
  }

  /** Opens nothing any more. Returns what is open, which the caller must close. */
  synchronized Optional<T> end() {
    isClosed = true;
    return present();
  }
}
