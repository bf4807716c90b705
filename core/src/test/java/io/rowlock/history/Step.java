package io.rowlock.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a transaction did to one key, in its order. A key is a list or a register, never
 * both, and nothing is written to it twice: each element and each value is unique within its key,
 * in a second attempt too.
 *
 * <p>A range read is recorded as a read of every key of the known universe in the range, with those
 * that were absent as such. So a phantom is an ordinary read that missed an ordinary write.
 *
 * <p>A deletion may be recorded as a write of a value of its own if its readers can tell which
 * deletion they see.
 */
public sealed interface Step {

  String key();

  /** Whether this read is one key's part of a range read. */
  default boolean fromRange() {
    return false;
  }

  /** Adds an element to the end of a list. */
  record Append(String key, long element) implements Step {}

  /** Reads a whole list; empty when it is absent. */
  record ReadList(String key, List<Long> elements, boolean fromRange) implements Step {
    public ReadList(String key, List<Long> elements) {
      this(key, elements, false);
    }
  }

  /** Sets a register. */
  record Write(String key, long value) implements Step {}

  /** Reads a register; null when it is absent. */
  record Read(String key, @Nullable Long value, boolean fromRange) implements Step {
    public Read(String key, @Nullable Long value) {
      this(key, value, false);
    }
  }
}
