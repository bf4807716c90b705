package io.rowlock.history;

import io.rowlock.history.Dependency.EdgeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The strongly connected components of a graph of which only edges up to some type count: sets of
 * more than one node, each of which is reached from each. Tarjan's algorithm, with an explicit
 * stack, because paths are long.
 */
final class StrongComponents {

  private final DependencyGraph graph;
  private final EdgeType limit;
  private final int[] numbers;
  private final int[] lows;
  private final int[] nextEdges;
  private final boolean[] isOpen;
  private final int[] path;
  private final int[] open;
  private int pathSize;
  private int openSize;
  private int visited;
  private final List<int[]> components = new ArrayList<>();

  private StrongComponents(DependencyGraph graph, EdgeType limit) {
    this.graph = graph;
    this.limit = limit;
    numbers = new int[graph.nodes()];
    lows = new int[graph.nodes()];
    nextEdges = new int[graph.nodes()];
    isOpen = new boolean[graph.nodes()];
    path = new int[graph.nodes()];
    open = new int[graph.nodes()];
  }

  static List<int[]> of(DependencyGraph graph, EdgeType limit) {
    StrongComponents search = new StrongComponents(graph, limit);
    for (int node = 0; node < graph.nodes(); node++) {
      if (search.numbers[node] == 0) {
        search.searchFrom(node);
      }
    }
    return search.components;
  }

  private void searchFrom(int start) {
    enter(start);
    while (pathSize > 0) {
      int node = path[pathSize - 1];
      if (nextEdges[node] == graph.firstEdge(node + 1)) {
        leave(node);
      } else {
        follow(node, graph.edge(nextEdges[node]++));
      }
    }
  }

  private void enter(int node) {
    numbers[node] = ++visited;
    lows[node] = visited;
    nextEdges[node] = graph.firstEdge(node);
    isOpen[node] = true;
    path[pathSize++] = node;
    open[openSize++] = node;
  }

  private void follow(int node, Dependency edge) {
    if (edge.type().compareTo(limit) > 0) {
      return;
    }
    if (numbers[edge.to()] == 0) {
      enter(edge.to());
    } else if (isOpen[edge.to()]) {
      lows[node] = Math.min(lows[node], numbers[edge.to()]);
    }
  }

  private void leave(int node) {
    pathSize--;
    if (pathSize > 0) {
      int before = path[pathSize - 1];
      lows[before] = Math.min(lows[before], lows[node]);
    }
    if (lows[node] == numbers[node]) {
      close(node);
    }
  }

  private void close(int first) {
    int from = openSize;
    do {
      isOpen[open[--from]] = false;
    } while (open[from] != first);
    if (openSize - from > 1) {
      components.add(Arrays.copyOfRange(open, from, openSize));
    }
    openSize = from;
  }
}
