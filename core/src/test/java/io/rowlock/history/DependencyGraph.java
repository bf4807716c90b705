package io.rowlock.history;

import io.rowlock.history.Dependency.EdgeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The dependencies between transactions. The history was strictly serializable if and only if there
 * is no cycle.
 *
 * <p>Real-time order goes through a chain of barriers, one for each transaction in the order of
 * their ends, so that there are few edges. Barriers have the numbers after the transactions'.
 */
final class DependencyGraph {

  private final int transactions;
  private final List<Dependency> edges = new ArrayList<>();
  private int nodes;
  private int[] firstEdges = {};
  private Dependency[] byFrom = {};

  DependencyGraph(int transactions) {
    this.transactions = transactions;
    nodes = transactions;
  }

  void add(int from, int to, EdgeType type, KeyHistory key, long value) {
    if (from != to) {
      edges.add(new Dependency(from, to, type, key, value));
    }
  }

  int nodes() {
    return nodes;
  }

  boolean isBarrier(int node) {
    return node >= transactions;
  }

  /** Adds paths, through barriers, from each committed transaction to all that began later. */
  void addRealTime(HistoryIndex index) {
    Integer[] byBegin = committed(index);
    Integer[] byEnd = byBegin.clone();
    Arrays.sort(byBegin, Comparator.comparingLong(n -> index.transaction(n).beginNanos()));
    Arrays.sort(byEnd, Comparator.comparingLong(n -> end(index.transaction(n))));
    int next = 0;
    for (int node : byBegin) {
      long begin = index.transaction(node).beginNanos();
      while (end(index.transaction(byEnd[next])) < begin) {
        addBarrierBehind(byEnd[next++]);
      }
      if (nodes > transactions) {
        edges.add(new Dependency(nodes - 1, node, EdgeType.BARRIER, null, 0));
      }
    }
  }

  /** Returns the end. A transaction without an outcome may commit at any time later. */
  static long end(HistoryTransaction transaction) {
    boolean isKnown = transaction.outcome() == HistoryTransaction.Outcome.OK;
    return isKnown ? transaction.endNanos() : Long.MAX_VALUE;
  }

  private static Integer[] committed(HistoryIndex index) {
    Integer[] numbers = new Integer[index.size()];
    int count = 0;
    for (int number = 0; number < numbers.length; number++) {
      if (index.isCommitted(number)) {
        numbers[count++] = number;
      }
    }
    return Arrays.copyOf(numbers, count);
  }

  private void addBarrierBehind(int ended) {
    int barrier = nodes++;
    edges.add(new Dependency(ended, barrier, EdgeType.REAL_TIME, null, 0));
    if (isBarrier(barrier - 1)) {
      edges.add(new Dependency(barrier - 1, barrier, EdgeType.BARRIER, null, 0));
    }
  }

  /** The caller must call it after it has added all edges, before the methods below. */
  void close() {
    firstEdges = new int[nodes + 1];
    for (Dependency edge : edges) {
      firstEdges[edge.from() + 1]++;
    }
    for (int node = 0; node < nodes; node++) {
      firstEdges[node + 1] += firstEdges[node];
    }
    int[] next = firstEdges.clone();
    byFrom = new Dependency[edges.size()];
    for (Dependency edge : edges) {
      byFrom[next[edge.from()]++] = edge;
    }
  }

  /** Returns the index of a node's first edge; the next node's is behind its last. */
  int firstEdge(int node) {
    return firstEdges[node];
  }

  Dependency edge(int place) {
    return byFrom[place];
  }

  boolean hasCycle() {
    int[] incoming = new int[nodes];
    edges.forEach(edge -> incoming[edge.to()]++);
    int[] free = new int[nodes];
    int found = 0;
    for (int node = 0; node < nodes; node++) {
      if (incoming[node] == 0) {
        free[found++] = node;
      }
    }
    for (int removed = 0; removed < found; removed++) {
      for (int at = firstEdges[free[removed]]; at < firstEdges[free[removed] + 1]; at++) {
        int to = byFrom[at].to();
        if (--incoming[to] == 0) {
          free[found++] = to;
        }
      }
    }
    return found < nodes;
  }
}
