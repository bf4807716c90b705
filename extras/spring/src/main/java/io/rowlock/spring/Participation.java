package io.rowlock.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.SmartTransactionObject;

/** What Spring passes between the steps of one participant in a transaction. */
final class Participation implements SmartTransactionObject {

  @Nullable Attempt attempt;

  /**
   * Creates a participation.
   *
   * @param attempt of the thread; null if it has none
   */
  Participation(@Nullable Attempt attempt) {
    this.attempt = attempt;
  }

  @Override
  public boolean isRollbackOnly() {
    return attempt != null && attempt.rollbackOnly;
  }
}
