package io.rowlock;

import io.rowlock.internal.transaction.WriteMark;

/**
 * A point in a transaction to which its writes can return: {@link Transaction#savepoint}. It ends
 * with the transaction, and needs no release.
 */
public final class Savepoint {

  final WriteMark mark;

  Savepoint(WriteMark mark) {
    this.mark = mark;
  }
}
