package io.rowlock.janusgraphtests;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.janusgraph.core.JanusGraphEdge;
import org.janusgraph.core.JanusGraphTransaction;
import org.janusgraph.core.JanusGraphVertex;

/**
 * What a graph contains that no sequence of whole commits would leave.
 *
 * @param duplicates orders with the number of another one
 * @param incompleteOrders orders without some of their lines
 * @param strayLines lines whose order does not exist
 * @param entriesWithoutOrder entries of the index that name an order that does not exist
 * @param ordersWithoutEntry orders that the index does not find
 */
record Census(
    int duplicates,
    int incompleteOrders,
    int strayLines,
    int entriesWithoutOrder,
    int ordersWithoutEntry) {

  private static final int AT_ONCE = 1_000;

  /**
   * Reads the whole graph, without the index, and then looks the numbers up.
   *
   * @param numbers of all orders that clients have tried to insert
   * @param lines of each order
   */
  static Census of(OrderGraph graph, Collection<String> numbers, int lines) {
    JanusGraphTransaction transaction = graph.read();
    try {
      Counting counting = new Counting(transaction);
      Iterables.partition(transaction.query().vertices(), AT_ONCE).forEach(counting::add);
      return counting.end(numbers, lines);
    } finally {
      transaction.rollback();
    }
  }

  boolean isClean() {
    return equals(new Census(0, 0, 0, 0, 0));
  }

  private static final class Counting {

    private final JanusGraphTransaction transaction;
    private final Map<Object, String> orders = new HashMap<>();
    private final Map<Object, Set<Object>> linesOf = new HashMap<>();
    private final Map<Object, Object> orderOf = new HashMap<>();

    Counting(JanusGraphTransaction transaction) {
      this.transaction = transaction;
    }

    void add(List<JanusGraphVertex> vertices) {
      var numbers = transaction.multiQuery(vertices).keys(OrderGraph.NUMBER).properties();
      Map<JanusGraphVertex, Iterable<JanusGraphEdge>> edges =
          transaction
              .multiQuery(vertices)
              .direction(Direction.BOTH)
              .labels(OrderGraph.CONTAINS)
              .edges();
      for (JanusGraphVertex vertex : vertices) {
        var number = Iterables.getFirst(numbers.getOrDefault(vertex, List.of()), null);
        if (number != null) {
          orders.put(vertex.id(), String.valueOf(number.value()));
          linesOf.put(vertex.id(), others(vertex, edges.getOrDefault(vertex, List.of())));
        } else {
          others(vertex, edges.getOrDefault(vertex, List.of()))
              .forEach(order -> orderOf.put(vertex.id(), order));
        }
      }
    }

    private static Set<Object> others(JanusGraphVertex vertex, Iterable<JanusGraphEdge> edges) {
      Set<Object> others = new HashSet<>();
      edges.forEach(edge -> others.add(edge.otherVertex(vertex).id()));
      return others;
    }

    Census end(Collection<String> numbers, int lines) {
      Set<Object> found = new HashSet<>();
      for (String number : numbers) {
        transaction
            .traversal()
            .V()
            .has(OrderGraph.NUMBER, number)
            .id()
            .forEachRemaining(found::add);
      }
      return new Census(
          orders.size() - Set.copyOf(orders.values()).size(),
          count(linesOf.values(), own -> own.size() != lines || !orderOf.keySet().containsAll(own)),
          count(orderOf.values(), order -> !orders.containsKey(order)),
          count(found, order -> !orders.containsKey(order)),
          count(
              orders.entrySet(),
              order -> numbers.contains(order.getValue()) && !found.contains(order.getKey())));
    }

    private static <T> int count(Collection<T> all, Predicate<T> which) {
      return (int) all.stream().filter(which).count();
    }
  }
}
