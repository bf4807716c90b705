package io.rowlock.bench.contention;

import com.fasterxml.jackson.annotation.JsonValue;

/** What threads do. */
enum Kind {
  /** Get the counter, put it back with one more. */
  READ_MODIFY_WRITE("read-modify-write"),
  /** An increment whose result nobody asks for. */
  BLIND("blind increment"),
  /** Two accounts read and written. */
  TRANSFERS("transfers"),
  /** All accounts read at once. */
  AUDITS("audits");

  private final String label;

  Kind(String label) {
    this.label = label;
  }

  @JsonValue
  @Override
  public String toString() {
    return label;
  }
}
