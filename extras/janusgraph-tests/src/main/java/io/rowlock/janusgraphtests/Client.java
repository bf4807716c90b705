package io.rowlock.janusgraphtests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client process that inserts an order for each line it reads, until it is killed. It writes
 * {@value #READY} with its usual time of a commit, {@value #COMMITTING} and {@value #DONE}.
 */
final class Client {

  static final String READY = "READY";
  static final String COMMITTING = "COMMITTING";
  static final String DONE = "DONE";

  private static final int WARM_UP = 3;

  private Client() {}

  /**
   * Runs the client.
   *
   * @param arguments the number of lines of an order, and settings of the graph, as {@code
   *     key=value}
   */
  public static void main(String[] arguments) throws IOException {
    int lines = Integer.parseInt(arguments[0]);
    Map<String, String> settings = new TreeMap<>();
    for (String setting : List.of(arguments).subList(1, arguments.length)) {
      String[] parts = setting.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    OrderGraph graph = OrderGraph.open(settings);
    System.out.println(READY + " " + usualMicros(graph, lines));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String number;
    while ((number = in.readLine()) != null) {
      try {
        graph.insert(number, lines, () -> System.out.println(COMMITTING));
        System.out.println(DONE);
      } catch (RuntimeException failed) {
        System.out.println(DONE + " " + failed);
      }
    }
    System.exit(0); // the other process is gone
  }

  /** Inserts orders of its own, and returns the median time of the later commits. */
  private static long usualMicros(OrderGraph graph, int lines) {
    String own = "warm-up " + ProcessHandle.current().pid() + " ";
    long[] micros = new long[WARM_UP];
    for (int i = 0; i < WARM_UP; i++) {
      micros[i] = graph.commitMicros(own + i, lines);
    }
    long[] later = Arrays.copyOfRange(micros, WARM_UP / 2, WARM_UP);
    Arrays.sort(later);
    return later[later.length / 2];
  }
}
