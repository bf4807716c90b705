package io.rowlock.internal.protocol;

import io.rowlock.internal.store.RowKey;

/**
 * This attempt can surely not commit, but the transaction may: under a fresh identity, without
 * running user code again, as long as everything it has read still validates (I4).
 */
final class LostRaceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient RowKey row;

  LostRaceException(RowKey row) {
    super("Lost " + row + " to another transaction");
    this.row = row;
  }

  RowKey row() {
    return row;
  }
}
