package io.rowlock;

import java.util.Optional;

/**
 * The name of a transaction in messages.
 *
 * @param id of the attempt
 * @param name that the user gave to transactions of its kind
 */
record TransactionLabel(String id, Optional<String> name) {

  @Override
  public String toString() {
    return name.map(given -> "'" + given + "' " + id).orElse(id);
  }
}
