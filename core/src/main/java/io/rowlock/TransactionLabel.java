package io.rowlock;

import java.util.Optional;

/**
 * The name of a transaction in messages.
 *
 * @param id of the attempt
 * @param name that the user gave to transactions of its kind
 * @param commitId that the locks of its last commit name
 */
record TransactionLabel(String id, Optional<String> name, Optional<String> commitId) {

  /** Creates the label of a transaction that has not tried to commit. */
  TransactionLabel(String id, Optional<String> name) {
    this(id, name, Optional.empty());
  }

  TransactionLabel committingAs(Optional<String> other) {
    return new TransactionLabel(id, name, other);
  }

  @Override
  public String toString() {
    String named = name.map(given -> "'" + given + "' " + id).orElse(id);
    return commitId
        .filter(other -> !other.equals(id))
        .map(other -> named + ", whose locks name " + other)
        .orElse(named);
  }
}
