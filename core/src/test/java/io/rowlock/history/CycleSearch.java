package io.rowlock.history;

import io.rowlock.history.Dependency.EdgeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds for each component of a cyclic graph the most informative cycle: without real time if there
 * is one, and with the fewest reads that missed a write.
 */
final class CycleSearch {

  /** Components may be huge; the best cycle is searched from this many of their nodes. */
  private static final int STARTS = 200;

  private record Reached(int node, long distance) {}

  private final DependencyGraph graph;
  private final int[] knotOf;
  private final long[] distances;
  private final Dependency[] cameBy;
  private List<Dependency> best = List.of();
  private long bestDistance;

  private CycleSearch(DependencyGraph graph) {
    this.graph = graph;
    knotOf = new int[graph.nodes()];
    distances = new long[graph.nodes()];
    cameBy = new Dependency[graph.nodes()];
  }

  static List<List<Dependency>> cycles(DependencyGraph graph) {
    return new CycleSearch(graph).search();
  }

  private List<List<Dependency>> search() {
    List<int[]> knots = StrongComponents.of(graph, EdgeType.BARRIER);
    int[] outermost = new int[graph.nodes()];
    number(knots, outermost);
    BitSet shown = new BitSet();
    List<List<Dependency>> cycles = new ArrayList<>();
    for (EdgeType limit : EdgeType.values()) {
      List<int[]> parts = StrongComponents.of(graph, limit);
      number(parts, knotOf);
      for (int[] part : parts) {
        if (!shown.get(outermost[part[0]])) {
          shown.set(outermost[part[0]]);
          cycles.add(bestCycle(part));
        }
      }
    }
    return cycles;
  }

  private static void number(List<int[]> knots, int[] numbers) {
    Arrays.fill(numbers, 0);
    for (int i = 0; i < knots.size(); i++) {
      for (int node : knots.get(i)) {
        numbers[node] = i + 1;
      }
    }
  }

  private List<Dependency> bestCycle(int[] knot) {
    bestDistance = Long.MAX_VALUE;
    Arrays.fill(distances, Long.MAX_VALUE);
    Arrays.stream(knot)
        .filter(node -> !graph.isBarrier(node))
        .limit(STARTS)
        .forEach(this::searchFrom);
    return best;
  }

  private void searchFrom(int start) {
    List<Integer> touched = new ArrayList<>();
    PriorityQueue<Reached> queue =
        new PriorityQueue<>((a, b) -> Long.compare(a.distance(), b.distance()));
    queue.add(new Reached(start, 0));
    while (!queue.isEmpty() && queue.peek().distance() < bestDistance) {
      Reached reached = queue.remove();
      boolean isFresh = reached.node() == start || reached.distance() == distances[reached.node()];
      for (int at = graph.firstEdge(reached.node());
          isFresh && at < graph.firstEdge(reached.node() + 1);
          at++) {
        relax(graph.edge(at), start, reached.distance(), queue, touched);
      }
    }
    touched.forEach(node -> distances[node] = Long.MAX_VALUE);
  }

  private void relax(
      Dependency edge, int start, long soFar, PriorityQueue<Reached> queue, List<Integer> touched) {
    long distance = soFar + edge.type().weight();
    if (knotOf[edge.to()] != knotOf[start] || distance >= bestDistance) {
      return;
    }
    if (edge.to() == start) {
      bestDistance = distance;
      best = cycle(edge, start);
    } else if (distance < distances[edge.to()]) {
      touched.add(edge.to());
      distances[edge.to()] = distance;
      cameBy[edge.to()] = edge;
      queue.add(new Reached(edge.to(), distance));
    }
  }

  private List<Dependency> cycle(Dependency last, int start) {
    List<Dependency> edges = new ArrayList<>(List.of(last));
    for (Dependency edge = last; edge.from() != start; ) {
      edge = cameBy[edge.from()];
      edges.add(edge);
    }
    Collections.reverse(edges);
    return edges;
  }
}
