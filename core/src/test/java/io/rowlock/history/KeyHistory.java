package io.rowlock.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that was written to one key, and in which order as far as that is known. */
final class KeyHistory {

  /** One write, at its place in the order. */
  static final class Write {
    final int writer;
    final long value;

    /** Its own transaction has written the key again. */
    boolean overwritten;

    /** Its place in the order; -1 when it has none. */
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

  /** All that was ever written, told by the store itself; null when it was not asked. */
  @Nullable List<Long> finalOrder() {
    return finalOrder;
  }

  /** Whether its writes are known to be in one order; that of some registers is not. */
  boolean isOrdered() {
    return isList || finalOrder != null;
  }

  /** Those of one transaction follow each other. */
  List<Write> writes() {
    return writes;
  }

  /** Adds a write; what already had the same value, null as it should be. */
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

  /** Takes note of a committed read; the elements that no read has shown before. */
  List<Long> addRead(List<Long> elements, long begin) {
    lastReadBegin = Math.max(lastReadBegin, begin);
    if (elements.size() <= order.size()) {
      return List.of();
    }
    List<Long> news = elements.subList(order.size(), elements.size());
    order = elements;
    return news;
  }

  /** When the last committed reader began. */
  long lastReadBegin() {
    return lastReadBegin;
  }

  /** The order is known: that of the longest read, if the store has not told it. */
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

  /** The write at a place in the order; null when no committed transaction made it. */
  @Nullable Write slot(int position) {
    return slots[position];
  }

  /** The last write at or before a place in the order that a committed transaction made. */
  @Nullable Write lastUpTo(int position) {
    int at = position;
    while (at >= 0 && slots[at] == null) {
      at--;
    }
    return at < 0 ? null : slots[at];
  }

  /** The first write from a place in the order on that a committed transaction made. */
  @Nullable Write firstFrom(int position) {
    int at = position;
    while (at < slots.length && slots[at] == null) {
      at++;
    }
    return at == slots.length ? null : slots[at];
  }

  /** What one transaction has done to this key so far; only one at a time is looked at. */
  KeyView viewOf(int transaction) {
    view.turnTo(transaction);
    return view;
  }

  @Override
  public String toString() {
    return name;
  }
}
