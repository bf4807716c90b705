package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import org.jspecify.annotations.Nullable;

/** A cell that is added to. Made by {@link Reads}. */
public final class Counter {
  private final Key key;
  private final Column column;
  private final @Nullable Answer answer;

  /**
   * A counter.
   *
   * @param answer null where the mode needs no value
   */
  Counter(Key key, Column column, @Nullable Answer answer) {
    this.key = key;
    this.column = column;
    this.answer = answer;
  }

  Key key() {
    return key;
  }

  Column column() {
    return column;
  }

  /** What was read. */
  public long value() {
    if (answer == null) {
      throw new IllegalStateException("Nobody has asked for the value of " + column);
    }
    return answer.row().number(column);
  }
}
