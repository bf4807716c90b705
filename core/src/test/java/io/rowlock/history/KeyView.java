package io.rowlock.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one transaction has read of a key, and has written to it since. */
final class KeyView {

  private int transaction = -1;
  private boolean hasRead;
  private int length;
  private @Nullable Long value;
  private final List<Long> own = new ArrayList<>();

  void turnTo(int which) {
    if (transaction != which) {
      transaction = which;
      hasRead = false;
      own.clear();
    }
  }

  void write(long written) {
    own.add(written);
  }

  boolean hasRead() {
    return hasRead;
  }

  boolean hasWritten() {
    return !own.isEmpty();
  }

  /** Returns how many of a list's elements are others'; -1 if it does not end with the own ones. */
  int lengthOfOthers(List<Long> elements) {
    int others = elements.size() - own.size();
    for (int i = 0; i < own.size(); i++) {
      if (others < 0 || !elements.get(others + i).equals(own.get(i))) {
        return -1;
      }
    }
    return others;
  }

  /** Returns whether a list is unchanged, except for the own elements. */
  boolean isRepeated(int lengthOfOthers) {
    return length == lengthOfOthers;
  }

  void readList(int lengthOfOthers) {
    hasRead = true;
    length = lengthOfOthers;
  }

  /** Returns the value that a register must have according to this transaction's own steps. */
  @Nullable Long expected() {
    return hasWritten() ? own.get(own.size() - 1) : value;
  }

  void readRegister(@Nullable Long read) {
    hasRead = true;
    value = read;
  }
}
