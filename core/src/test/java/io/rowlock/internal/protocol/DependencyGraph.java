package io.rowlock.internal.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * What must come before what if the history was strictly serializable: it was if and only if there
 * is no cycle.
 *
 * <p>Real-time order goes through a chain of barriers, one for each node in the order of their
 * ends, so that the edges stay few.
 */
final class DependencyGraph {

  private record Node(Object label, long begin, long end, List<Integer> successors) {}

  private final List<Node> nodes = new ArrayList<>();

  /**
   * Adds what happened at one instant somewhere between two others.
   *
   * @param label shown in a cycle
   * @param end {@code Long.MAX_VALUE} when nobody knows
   */
  int add(Object label, long begin, long end) {
    nodes.add(new Node(label, begin, end, new ArrayList<>()));
    return nodes.size() - 1;
  }

  void edge(int from, int to) {
    if (from != to) {
      nodes.get(from).successors().add(to);
    }
  }

  /** Adds an edge, by way of barriers, from each node to all that began after its end. */
  void addRealTime() {
    List<Integer> byBegin = sorted(Comparator.comparingLong(node -> nodes.get(node).begin()));
    List<Integer> byEnd = sorted(Comparator.comparingLong(node -> nodes.get(node).end()));
    int first = nodes.size();
    int next = 0;
    for (int node : byBegin) {
      while (nodes.get(byEnd.get(next)).end() < nodes.get(node).begin()) {
        addBarrierBehind(byEnd.get(next++), first);
      }
      if (nodes.size() > first) {
        edge(nodes.size() - 1, node);
      }
    }
  }

  private void addBarrierBehind(int ended, int first) {
    int barrier = add("then", 0, 0);
    edge(ended, barrier);
    if (barrier > first) {
      edge(barrier - 1, barrier);
    }
  }

  private List<Integer> sorted(Comparator<Integer> order) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      numbers.add(i);
    }
    numbers.sort(order);
    return numbers;
  }

  /** A shortest cycle, by labels; empty when there is none. */
  List<String> findCycle() {
    int[] incoming = new int[nodes.size()];
    nodes.forEach(node -> node.successors().forEach(to -> incoming[to]++));
    return removeAllWithoutPredecessors(incoming) == nodes.size()
        ? List.of()
        : cycleAmong(incoming);
  }

  private int removeAllWithoutPredecessors(int[] incoming) {
    Deque<Integer> free = new ArrayDeque<>();
    for (int i = 0; i < incoming.length; i++) {
      if (incoming[i] == 0) {
        free.add(i);
      }
    }
    int removed = 0;
    for (; !free.isEmpty(); removed++) {
      for (int to : nodes.get(free.remove()).successors()) {
        if (--incoming[to] == 0) {
          free.add(to);
        }
      }
    }
    return removed;
  }

  /** What is left may only hang on a cycle: going forward among it ends up in one. */
  private List<String> cycleAmong(int[] incoming) {
    List<String> shortest = List.of();
    for (int i = 0; i < incoming.length; i++) {
      List<String> cycle = incoming[i] > 0 ? cycleThrough(i) : List.of();
      if (!cycle.isEmpty() && (shortest.isEmpty() || cycle.size() < shortest.size())) {
        shortest = cycle;
      }
    }
    return shortest;
  }

  private List<String> cycleThrough(int start) {
    int[] cameFrom = new int[nodes.size()];
    Arrays.fill(cameFrom, -1);
    Deque<Integer> queue = new ArrayDeque<>(List.of(start));
    while (!queue.isEmpty()) {
      int node = queue.remove();
      for (int to : nodes.get(node).successors()) {
        if (to == start) {
          return path(cameFrom, start, node);
        }
        if (cameFrom[to] < 0) {
          cameFrom[to] = node;
          queue.add(to);
        }
      }
    }
    return List.of();
  }

  private List<String> path(int[] cameFrom, int start, int last) {
    List<String> labels = new ArrayList<>();
    for (int node = last; node != start; node = cameFrom[node]) {
      labels.add(0, nodes.get(node).label().toString());
    }
    labels.add(0, nodes.get(start).label().toString());
    return labels;
  }
}
