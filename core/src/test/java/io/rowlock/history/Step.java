package io.rowlock.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a transaction on one key, in its order. A key is a list or a register, never
 * both, and nothing is written to it twice: each element and each value is unique within its key,
 * in a second attempt too.
 *
 * <p>A range read is recorded as a read of every key of the known universe in the range, absent
 * ones included. So a phantom is an ordinary read that missed an ordinary write.
 *
 * <p>A deletion may be recorded as a write of a separate value if its readers can recognize which
 * deletion they see.
 */
public sealed interface Step {

  String key();

  /** Returns whether this read is one key's part of a range read. */
  default boolean fromRange() {
    return false;
  }

  /** Adds an element to the end of a list. */
  record Append(String key, long element) implements Step {}

  /** Reads a whole list; empty if it is absent. */
  record ReadList(String key, List<Long> elements, boolean fromRange) implements Step {
    public ReadList(String key, List<Long> elements) {
      this(key, elements, false);
    }
  }

  /** Sets a register. */
  record Write(String key, long value) implements Step {}

  /** Reads a register; null if it is absent. */
  record Read(String key, @Nullable Long value, boolean fromRange) implements Step {
    public Read(String key, @Nullable Long value) {
      this(key, value, false);
    }
  }
}
