package io.rowlock.history;

import io.rowlock.history.Anomaly.Kind;
import io.rowlock.history.KeyHistory.Write;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares each read of a committed transaction with the existing values and the transaction's own
 * steps, and passes on the version that it has read.
 */
final class ReadCheck {

  private final HistoryIndex index;
  private final ReadEdges edges;
  private final Findings findings;

  ReadCheck(HistoryIndex index, ReadEdges edges, Findings findings) {
    this.index = index;
    this.edges = edges;
    this.findings = findings;
  }

  void check() {
    for (int reader = 0; reader < index.size(); reader++) {
      if (index.isCommitted(reader)) {
        check(reader, index.transaction(reader).steps(), index.keysOf(reader));
      }
    }
  }

  private void check(int reader, List<Step> steps, KeyHistory[] keys) {
    for (int i = 0; i < keys.length; i++) {
      Step step = steps.get(i);
      KeyHistory key = keys[i];
      KeyView view = key.viewOf(reader);
      if (step instanceof Step.Append append) {
        view.write(append.element());
      } else if (step instanceof Step.Write write) {
        view.write(write.value());
      } else if (step instanceof Step.ReadList read) {
        checkList(reader, key, view, read);
      } else if (step instanceof Step.Read read) {
        checkRegister(reader, key, view, read);
      }
    }
  }

  private void checkList(int reader, KeyHistory key, KeyView view, Step.ReadList read) {
    List<Long> elements = read.elements();
    if (!isPrefix(elements, key.order())) {
      explainOrder(reader, key, elements);
      return;
    }
    int length = view.lengthOfOthers(elements);
    boolean isNew = !view.hasRead();
    if (length < 0 || (!isNew && !view.isRepeated(length))) {
      String why = length < 0 ? " without its own writes" : ", not as before";
      findings.add(Kind.INTERNAL, reader, "read " + key + " as " + elements + why);
      return;
    }
    view.readList(length);
    if (isNew) {
      Write last = key.lastUpTo(length - 1);
      readVersion(reader, key, last, length, read.fromRange());
    }
  }

  private static boolean isPrefix(List<Long> elements, List<Long> order) {
    if (elements == order) {
      return true;
    }
    if (elements.size() > order.size()) {
      return false;
    }
    // Lists differ at the end, if at all.
    for (int i = elements.size() - 1; i >= 0; i--) {
      if (!elements.get(i).equals(order.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Explains why a list is not the beginning of the longest one. */
  private void explainOrder(int reader, KeyHistory key, List<Long> elements) {
    String read = "read " + key + " as " + elements;
    if (new HashSet<>(elements).size() < elements.size()) {
      findings.add(Kind.DUPLICATE_ELEMENT, reader, read);
      return;
    }
    boolean isExplained = false;
    for (Long element : elements) {
      Write write = key.write(element);
      if (write == null || index.failed(write.writer)) {
        isAborted(reader, key, element, write);
        isExplained = true;
      }
      isExplained |= write != null && isMissing(key, write);
    }
    if (!isExplained) {
      findings.add(Kind.INCOMPATIBLE_ORDERS, reader, read + ", elsewhere it is " + key.order());
    }
  }

  /** Returns whether the write is reported as missing. */
  private boolean isMissing(KeyHistory key, Write write) {
    return key.finalOrder() != null && write.position < 0 && index.isCommitted(write.writer);
  }

  private void checkRegister(int reader, KeyHistory key, KeyView view, Step.Read read) {
    Long value = read.value();
    if (view.hasRead() || view.hasWritten()) {
      Long expected = view.expected();
      if (expected == null ? value != null : !expected.equals(value)) {
        String why = " when it had to be " + expected;
        findings.add(Kind.INTERNAL, reader, "read " + key + " as " + value + why);
      }
      return;
    }
    view.readRegister(value);
    Write write = value == null ? null : key.write(value);
    if (value == null) {
      edges.add(reader, key, null, 0, read.fromRange());
    } else if (!isAborted(reader, key, value, write) && write != null) {
      readVersion(reader, key, write, write.position + 1, read.fromRange());
    }
  }

  private boolean isAborted(int reader, KeyHistory key, Long value, @Nullable Write write) {
    String read = "read " + value + " in " + key;
    if (write == null) {
      findings.add(Kind.PHANTOM_VALUE, reader, read + ", which no transaction wrote");
      return true;
    }
    if (index.failed(write.writer)) {
      String why = ", but its writer " + findings.name(write.writer) + " failed";
      findings.add(Kind.G1A_ABORTED_READ, reader, read + why);
      return true;
    }
    return false;
  }

  private void readVersion(
      int reader, KeyHistory key, @Nullable Write last, int version, boolean fromRange) {
    if (last != null && last.writer == reader) {
      findings.add(Kind.INTERNAL, reader, "read " + last.value + " before it wrote it to " + key);
    } else if (last != null && last.overwritten) {
      String why = " after that, before it committed";
      String read = "read " + last.value + " in " + key + ", but " + findings.name(last.writer);
      findings.add(Kind.G1B_INTERMEDIATE_READ, reader, read + " wrote it again" + why);
    } else {
      edges.add(reader, key, last, version, fromRange);
    }
  }
}
