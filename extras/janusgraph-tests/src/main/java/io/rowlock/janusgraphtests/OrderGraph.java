package io.rowlock.janusgraphtests;

import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.janusgraph.core.JanusGraph;
import org.janusgraph.core.JanusGraphFactory;
import org.janusgraph.core.JanusGraphTransaction;
import org.janusgraph.core.PropertyKey;
import org.janusgraph.core.schema.ConsistencyModifier;
import org.janusgraph.core.schema.JanusGraphIndex;
import org.janusgraph.core.schema.JanusGraphManagement;

/**
 * A graph of orders and their lines. The number of an order is unique: an index enforces it, with
 * JanusGraph's locks ({@code ConsistencyModifier.LOCK}) as its manual recommends.
 */
final class OrderGraph implements AutoCloseable {

  static final String NUMBER = "number";
  static final String ORDER = "order";
  static final String LINE = "line";
  static final String CONTAINS = "contains";

  private static final String QUANTITY = "quantity";

  private final JanusGraph graph;

  private OrderGraph(JanusGraph graph) {
    this.graph = graph;
  }

  static OrderGraph open(Map<String, String> settings) {
    JanusGraphFactory.Builder builder = JanusGraphFactory.build();
    settings.forEach(builder::set);
    builder.set("schema.default", "none");
    return new OrderGraph(builder.open());
  }

  void createSchema() {
    JanusGraphManagement management = graph.openManagement();
    PropertyKey number = management.makePropertyKey(NUMBER).dataType(String.class).make();
    management.makePropertyKey(QUANTITY).dataType(Integer.class).make();
    management.makeVertexLabel(ORDER).make();
    management.makeVertexLabel(LINE).make();
    management.makeEdgeLabel(CONTAINS).make();
    JanusGraphIndex index =
        management
            .buildIndex("byNumber", Vertex.class)
            .addKey(number)
            .unique()
            .buildCompositeIndex();
    management.setConsistency(index, ConsistencyModifier.LOCK);
    management.commit();
  }

  /**
   * Inserts an order with lines in one transaction, unless the index has the number already.
   *
   * @param beforeCommit runs when nothing but the commit is left
   * @return whether it was inserted
   * @throws RuntimeException if the commit fails
   */
  boolean insert(String number, int lines, Runnable beforeCommit) {
    JanusGraphTransaction transaction = graph.newTransaction();
    try {
      if (transaction.traversal().V().has(NUMBER, number).hasNext()) {
        return false;
      }
      Vertex order = transaction.addVertex(T.label, ORDER, NUMBER, number);
      for (int i = 0; i < lines; i++) {
        order.addEdge(CONTAINS, transaction.addVertex(T.label, LINE, QUANTITY, i));
      }
      beforeCommit.run();
      transaction.commit();
      return true;
    } finally {
      if (transaction.isOpen()) {
        transaction.rollback();
      }
    }
  }

  /** Inserts an order, and returns how long the commit takes. */
  long commitMicros(String number, int lines) {
    long[] start = {0};
    insert(number, lines, () -> start[0] = System.nanoTime());
    return (System.nanoTime() - start[0]) / 1_000;
  }

  /** Begins a transaction that reads only. */
  JanusGraphTransaction read() {
    return graph.buildTransaction().readOnly().start();
  }

  @Override
  public void close() {
    graph.close();
  }
}
