package io.rowlock.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TransactionAdmin;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.janusgraph.core.JanusGraph;
import org.janusgraph.core.JanusGraphException;
import org.janusgraph.core.JanusGraphFactory;
import org.janusgraph.core.JanusGraphTransaction;
import org.janusgraph.core.PropertyKey;
import org.janusgraph.core.schema.JanusGraphManagement;
import org.janusgraph.diskstorage.configuration.ModifiableConfiguration;
import org.janusgraph.diskstorage.locking.TemporaryLockingException;
import org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GraphIT {

  private JanusGraph graph;

  @BeforeAll
  void open() {
    graph = JanusGraphFactory.open(LocalHBase.graph("graph").getConfiguration());
    makeUniqueName(graph);
  }

  /** Without ConsistencyModifier.LOCK: the isolation of transactions is enough. */
  private static void makeUniqueName(JanusGraph graph) {
    JanusGraphManagement management = graph.openManagement();
    PropertyKey name = management.makePropertyKey("name").dataType(String.class).make();
    management.makeEdgeLabel("knows").make();
    management.makePropertyKey("age").dataType(Integer.class).make();
    management.buildIndex("byName", Vertex.class).addKey(name).unique().buildCompositeIndex();
    management.commit();
  }

  @AfterAll
  void close() {
    graph.close();
  }

  @BeforeEach
  void clear() {
    graph.traversal().V().drop().iterate();
    graph.tx().commit();
  }

  @Test
  void uniqueNamesAreUnique() {
    JanusGraph other = JanusGraphFactory.open(LocalHBase.graph("graph").getConfiguration());
    try {
      JanusGraphTransaction first = graph.newTransaction();
      JanusGraphTransaction second = other.newTransaction();
      first.addVertex("name", "ann");
      second.addVertex("name", "ann");

      first.commit();
      assertThatThrownBy(second::commit)
          .isInstanceOf(JanusGraphException.class)
          .hasCauseInstanceOf(TemporaryLockingException.class);
    } finally {
      other.close();
    }
    assertThat(graph.traversal().V().has("name", "ann").toList()).hasSize(1);
    assertThat(graph.traversal().V().toList()).hasSize(1);
    graph.tx().rollback();
  }

  @Test
  void updateOfARemovedVertexLeavesNoGhost() {
    Object id = graph.addVertex("name", "ann", "age", 1).id();
    graph.tx().commit();
    JanusGraphTransaction update = graph.newTransaction();
    JanusGraphTransaction removal = graph.newTransaction();
    update.traversal().V(id).property("age", 2).iterate();
    removal.traversal().V(id).drop().iterate();

    removal.commit();
    assertThatThrownBy(update::commit).hasCauseInstanceOf(TemporaryLockingException.class);

    assertThat(graph.traversal().V(id).hasNext()).isFalse();
    assertThat(graph.traversal().V().hasNext()).isFalse();
    graph.tx().rollback();
  }

  @Test
  void commitOfReadsFailsIfTheyAreNotOfOneInstant() {
    Object ann = graph.addVertex("name", "ann", "age", 1).id();
    Object ben = graph.addVertex("name", "ben", "age", 1).id();
    graph.tx().commit();
    JanusGraphTransaction reader = graph.newTransaction();
    reader.traversal().V(ann).values("age").next();
    graph.traversal().V(ann, ben).property("age", 2).iterate();
    graph.tx().commit();
    reader.traversal().V(ben).values("age").next();

    assertThatThrownBy(reader::commit).hasCauseInstanceOf(TemporaryLockingException.class);
  }

  @Test
  void readOnlyTransactionNeverFails() {
    Object ann = graph.addVertex("name", "ann", "age", 1).id();
    Object ben = graph.addVertex("name", "ben", "age", 1).id();
    graph.tx().commit();
    JanusGraphTransaction reader = graph.buildTransaction().readOnly().start();
    assertThat(reader.traversal().V(ann).values("age").next()).isEqualTo(1);
    graph.traversal().V(ann, ben).property("age", 2).iterate();
    graph.tx().commit();

    assertThat(reader.traversal().V(ben).values("age").next()).isEqualTo(2);
    reader.commit();
  }

  @Test
  void writersOfOneVertexNeedNotExcludeEachOther() {
    Object hub = graph.addVertex("name", "hub").id();
    graph.tx().commit();
    JanusGraphTransaction first = withoutValidation();
    JanusGraphTransaction second = withoutValidation();
    first.traversal().V(hub).addE("knows").to(__.addV()).iterate();
    second.traversal().V(hub).addE("knows").to(__.addV()).iterate();

    first.commit();
    second.commit();

    assertThat(graph.traversal().V(hub).out("knows").toList()).hasSize(2);
    graph.tx().rollback();
  }

  private JanusGraphTransaction withoutValidation() {
    return graph.buildTransaction().customOption("storage.rowlock.validate-reads", false).start();
  }

  @Test
  void graphMovesToPlainHBaseAndBack() throws Exception {
    JanusGraph before = JanusGraphFactory.open(plain("moving").getConfiguration());
    makeUniqueName(before);
    before.addVertex("name", "ann");
    before.tx().commit();
    before.close();
    enable("moving");

    JanusGraph between = JanusGraphFactory.open(LocalHBase.graph("moving").getConfiguration());
    assertThat(between.traversal().V().has("name", "ann").toList()).hasSize(1);
    between.addVertex("name", "ben");
    between.tx().commit();
    between.close();

    JanusGraph after = JanusGraphFactory.open(plain("moving").getConfiguration());
    assertThat(after.traversal().V().has("name", "ann").toList()).hasSize(1);
    assertThat(after.traversal().V().has("name", "ben").toList()).hasSize(1);
    after.close();
  }

  private static ModifiableConfiguration plain(String table) {
    return LocalHBase.graph(table).set(GraphDatabaseConfiguration.STORAGE_BACKEND, "hbase");
  }

  private static void enable(String table) throws Exception {
    try (Connection connection = LocalHBase.connect()) {
      TransactionAdmin.create(connection)
          .enable(TableName.valueOf(table), EnableOptions.builder().scan(true).build());
    }
  }
}
