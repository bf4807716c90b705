package io.rowlock.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All writes to one key, and their order as far as it is known. */
final class KeyHistory {

  /** One write, at its position in the order. */
  static final class Write {
    final int writer;
    final long value;

    /** Whether its own transaction has written the key again. */
    boolean overwritten;

    /** Its position in the order; -1 if it has none. */
    int position = -1;

    private Write(int writer, long value) {
      this.writer = writer;
      this.value = value;
    }
  }

  private final String name;
  private final boolean isList;
  private final @Nullable List<Long> finalOrder;
  private final Map<Long, Write> byValue = new HashMap<>();
  private final List<Write> writes = new ArrayList<>();
  private final KeyView view = new KeyView();
  private List<Long> order = List.of();
  private @Nullable Write[] slots = {};
  private long lastReadBegin = Long.MIN_VALUE;

  KeyHistory(String name, boolean isList, @Nullable List<Long> finalOrder) {
    this.name = name;
    this.isList = isList;
    this.finalOrder = finalOrder;
  }

  boolean isList() {
    return isList;
  }

  /** Returns all values ever written, according to the store itself; null if it was not read. */
  @Nullable List<Long> finalOrder() {
    return finalOrder;
  }

  /** Returns whether its writes are known to be in one order; for some registers they are not. */
  boolean isOrdered() {
    return isList || finalOrder != null;
  }

  /** Returns the writes; those of one transaction follow each other. */
  List<Write> writes() {
    return writes;
  }

  /** Adds a write; returns an earlier one of the same value, which is an error, else null. */
  @Nullable Write addWrite(int writer, long value) {
    Write write = new Write(writer, value);
    Write last = writes.isEmpty() ? null : writes.get(writes.size() - 1);
    if (last != null && last.writer == writer) {
      last.overwritten = true;
    }
    writes.add(write);
    return byValue.putIfAbsent(value, write);
  }

  @Nullable Write write(Long value) {
    return byValue.get(value);
  }

  /** Notes a committed read; returns the elements that no read has shown before. */
  List<Long> addRead(List<Long> elements, long begin) {
    lastReadBegin = Math.max(lastReadBegin, begin);
    if (elements.size() <= order.size()) {
      return List.of();
    }
    List<Long> news = elements.subList(order.size(), elements.size());
    order = elements;
    return news;
  }

  /** Returns when the last committed reader began. */
  long lastReadBegin() {
    return lastReadBegin;
  }

  /** Fixes the order: that of the longest read, unless the store has given it. */
  void fixOrder() {
    order = finalOrder != null ? finalOrder : order;
    slots = new Write[order.size()];
  }

  List<Long> order() {
    return order;
  }

  void place(Write write, int position) {
    slots[position] = write;
    write.position = position;
  }

  /** Returns the write at a position in the order; null if no committed transaction made it. */
  @Nullable Write slot(int position) {
    return slots[position];
  }

  /**
   * Returns the last write at or before a position in the order that a committed transaction made.
   */
  @Nullable Write lastUpTo(int position) {
    int at = position;
    while (at >= 0 && slots[at] == null) {
      at--;
    }
    return at < 0 ? null : slots[at];
  }

  /** Returns the first write from a position in the order on that a committed transaction made. */
  @Nullable Write firstFrom(int position) {
    int at = position;
    while (at < slots.length && slots[at] == null) {
      at++;
    }
    return at == slots.length ? null : slots[at];
  }

  /** Returns what one transaction has done to this key so far; only one at a time is examined. */
  KeyView viewOf(int transaction) {
    view.turnTo(transaction);
    return view;
  }

  @Override
  public String toString() {
    return name;
  }
}
