package io.rowlock.janusgraphtests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long a commit of one vertex takes that a unique index has an entry for. */
final class CommitLatency {

  private static final int ROUNDS = 5;

  private final Map<String, Map<String, String>> settings;

  /**
   * Creates a measurement.
   *
   * @param settings of graphs that exist, by the labels of the modes
   */
  CommitLatency(Map<String, Map<String, String>> settings) {
    this.settings = settings;
  }

  /** Measures the modes in turns, so that the machine's moods meet all of them; prints medians. */
  void print(int commits) {
    Map<String, OrderGraph> graphs = new LinkedHashMap<>();
    Map<String, List<Long>> micros = new LinkedHashMap<>();
    settings.forEach((mode, own) -> graphs.put(mode, OrderGraph.open(own)));
    graphs.forEach((mode, graph) -> measure(graph, "warm-up", commits / 2));
    for (int round = 0; round < ROUNDS; round++) {
      String name = "round " + round;
      graphs.forEach(
          (mode, graph) ->
              micros
                  .computeIfAbsent(mode, key -> new ArrayList<>())
                  .addAll(measure(graph, name, Math.max(1, commits / ROUNDS))));
    }
    graphs.values().forEach(OrderGraph::close);
    System.out.println(
        "median time of a commit with a unique index, and its ratio to the first mode:");
    double first = millis(micros.values().iterator().next());
    micros.forEach(
        (mode, all) ->
            System.out.printf("%-12s %9.1f ms %8.2f%n", mode, millis(all), millis(all) / first));
  }

  private static List<Long> measure(OrderGraph graph, String name, int commits) {
    List<Long> micros = new ArrayList<>();
    for (int i = 0; i < commits; i++) {
      micros.add(graph.commitMicros("latency, " + name + "." + i, 0));
    }
    return micros;
  }

  private static double millis(List<Long> micros) {
    long[] sorted = micros.stream().mapToLong(Long::longValue).sorted().toArray();
    return sorted[sorted.length / 2] / 1_000.0;
  }
}
