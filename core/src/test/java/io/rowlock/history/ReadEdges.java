package io.rowlock.history;

import io.rowlock.history.Dependency.EdgeType;
import io.rowlock.history.KeyHistory.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Adds what came before and after a read: what it has read, and what it has missed. */
final class ReadEdges {

  private record Version(KeyHistory key, @Nullable Long value) {}

  private final HistoryIndex index;
  private final DependencyGraph graph;
  private final WriteCheck writes;
  private final RegisterTimes times;
  private final Map<Version, List<Write>> successors = new HashMap<>();

  ReadEdges(HistoryIndex index, DependencyGraph graph, WriteCheck writes) {
    this.index = index;
    this.graph = graph;
    this.writes = writes;
    times = new RegisterTimes(index, graph);
  }

  /**
   * Adds the edges of a read.
   *
   * @param last the last write that it shows, null if that is none that has committed
   * @param version how many writes it shows, if that is known
   */
  void add(int reader, KeyHistory key, @Nullable Write last, int version, boolean fromRange) {
    EdgeType type = fromRange ? EdgeType.RANGE_READ_WRITE : EdgeType.READ_WRITE;
    if (last != null) {
      graph.add(last.writer, reader, EdgeType.WRITE_READ, key, last.value);
      times.addRead(reader, key, last, type);
    }
    if (!key.isOrdered()) {
      Version read = new Version(key, last == null ? null : last.value);
      successors.getOrDefault(read, List.of()).forEach(next -> add(reader, type, key, next));
    } else if (last == null || last.position >= 0) {
      Write next = key.firstFrom(version);
      if (next != null) {
        add(reader, type, key, next);
      } else {
        writes.unobserved(key).forEach(later -> add(reader, type, key, later));
      }
    }
  }

  private void add(int reader, EdgeType type, KeyHistory key, Write missed) {
    graph.add(reader, missed.writer, type, key, missed.value);
  }

  /** Adds edges that only all reads together show. */
  void addTimed() {
    times.addEdges();
  }

  /**
   * Adds edges if the order of a register is unknown: a transaction that has read a version and
   * wrote the key came after all others that have read that version, and after all that found it
   * absent.
   */
  void findSuccessors() {
    for (int writer = 0; writer < index.size(); writer++) {
      if (index.isCommitted(writer)) {
        findSuccessors(writer, index.transaction(writer).steps());
      }
    }
  }

  private void findSuccessors(int writer, List<Step> steps) {
    Map<KeyHistory, KeyView> views = new HashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      KeyHistory key = index.keysOf(writer)[i];
      if (!key.isOrdered()) {
        findSuccessor(key, views.computeIfAbsent(key, any -> new KeyView()), steps.get(i));
      }
    }
  }

  private void findSuccessor(KeyHistory key, KeyView view, Step step) {
    if (step instanceof Step.Read read && !view.hasRead() && !view.hasWritten()) {
      view.readRegister(read.value());
    } else if (step instanceof Step.Write write && !view.hasWritten()) {
      Version version = new Version(key, view.expected());
      Write successor = Objects.requireNonNull(key.write(write.value()));
      successors.computeIfAbsent(version, any -> new ArrayList<>()).add(successor);
      view.write(write.value());
    }
  }
}
