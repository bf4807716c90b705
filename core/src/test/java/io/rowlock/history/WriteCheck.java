package io.rowlock.history;

import io.rowlock.history.Anomaly.Kind;
import io.rowlock.history.Dependency.EdgeType;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.KeyHistory.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares each committed write with the order of its key, and adds which came after which. */
final class WriteCheck {

  private final HistoryIndex index;
  private final DependencyGraph graph;
  private final Findings findings;
  private final Map<KeyHistory, List<Write>> unobserved = new HashMap<>();
  private final int[] present;
  private final @Nullable String[] missing;

  WriteCheck(HistoryIndex index, DependencyGraph graph, Findings findings) {
    this.index = index;
    this.graph = graph;
    this.findings = findings;
    present = new int[index.size()];
    missing = new String[index.size()];
  }

  void check() {
    for (KeyHistory key : index.keys()) {
      if (key.isOrdered()) {
        addOrder(key);
        checkWrites(key);
      }
    }
    for (int number = 0; number < missing.length; number++) {
      if (missing[number] != null) {
        Kind kind = present[number] > 0 ? Kind.TORN : Kind.LOST_WRITE;
        findings.add(kind, number, "committed, but is not there: " + missing[number]);
      }
    }
  }

  private void addOrder(KeyHistory key) {
    Write last = null;
    for (int position = 0; position < key.order().size(); position++) {
      Write write = key.slot(position);
      if (write != null && last != null) {
        graph.add(last.writer, write.writer, EdgeType.WRITE_WRITE, key, write.value);
      }
      last = write == null ? last : write;
    }
  }

  /** Checks the writes; those of one transaction follow each other, as it has made them. */
  private void checkWrites(KeyHistory key) {
    Write before = null;
    for (Write write : key.writes()) {
      if (write.position >= 0) {
        if (before != null && before.writer == write.writer) {
          checkSuccession(key, before, write);
        }
        before = write;
      }
      check(key, write);
    }
  }

  private void checkSuccession(KeyHistory key, Write first, Write second) {
    String what = "wrote " + first.value + " to " + key + " before " + second.value;
    String why = ", but the order is " + key.order();
    if (first.position > second.position) {
      findings.add(Kind.INCOMPATIBLE_ORDERS, first.writer, what + why);
    } else if (!key.isList()) {
      findings.add(Kind.G1B_INTERMEDIATE_READ, first.writer, what + why);
    }
  }

  private void check(KeyHistory key, Write write) {
    if (!index.isCommitted(write.writer) || (write.overwritten && !key.isList())) {
      return;
    }
    if (write.position >= 0) {
      present[write.writer]++;
    } else if (key.finalOrder() != null || isLost(key, write)) {
      missing[write.writer] = write.value + " in " + key;
    } else {
      addUnobserved(key, write);
    }
  }

  /** Returns whether a read should have shown the write, but none did. */
  private boolean isLost(KeyHistory key, Write write) {
    HistoryTransaction writer = index.transaction(write.writer);
    return writer.outcome() == Outcome.OK && key.lastReadBegin() > writer.endNanos();
  }

  /**
   * Adds that writes which the longest read of a list does not show came after all that it shows.
   */
  private void addUnobserved(KeyHistory key, Write write) {
    Write last = key.lastUpTo(key.order().size() - 1);
    if (last != null) {
      graph.add(last.writer, write.writer, EdgeType.WRITE_WRITE, key, write.value);
    }
    unobserved.computeIfAbsent(key, any -> new ArrayList<>()).add(write);
  }

  /** Returns committed writes to a list that no read shows. */
  List<Write> unobserved(KeyHistory key) {
    return unobserved.getOrDefault(key, List.of());
  }
}
