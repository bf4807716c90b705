package io.rowlock.spring;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one attempt. Remembers a conflict that the code meets, because it remains one if
 * the code swallows it: what was read is not known to be current.
 */
final class AttemptTables {

  private final Transaction transaction;
  private volatile @Nullable ConflictException conflict;
  private volatile @Nullable IOException last;

  AttemptTables(Transaction transaction) {
    this.transaction = transaction;
  }

  String id() {
    return transaction.id();
  }

  Table validated(TableName name) {
    return TranslatingTable.around(transaction.table(name), this::remember);
  }

  Table unvalidated(TableName name) {
    return TranslatingTable.around(transaction.unvalidated().table(name), this::remember);
  }

  private void remember(IOException failure) {
    last = failure;
    if (failure instanceof ConflictException met) {
      conflict = met;
    }
  }

  /** Returns the conflict that the code has met, swallowed or not. */
  Optional<ConflictException> conflict() {
    return Optional.ofNullable(conflict);
  }

  /** Returns the conflict, or else the last failure, that the code has met, swallowed or not. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(conflict == null ? last : conflict);
  }
}
