package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A region server that was declared dead but has not noticed it. It is cut off from ZooKeeper and
 * the master, but serves all clients that still contact it, as long as the test requires.
 *
 * <p>Its answers to reads are old: this is HBase's own limit, and this test shows it, too. Old
 * answers must have no consequences: the server refuses writes, and the lock time reveals an old
 * lock.
 */
@ExtendWith(HBaseExtension.class)
@Tag("verify-all")
class ZombieServerIT {

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final TableName lost;
  private final TableName living;

  ZombieServerIT(EmbeddedHBase hbase, Connection connection) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    // The first table in order is the one whose row becomes the primary.
    lost = TestTables.createGated(connection);
    living = TestTables.create(connection);
  }

  @Test
  void oldAnswersHaveNoConsequences() throws Exception {
    try (FreezableProxy zooKeeper = FreezableProxy.to(zooKeeperPort());
        RegionServerProcess zombie =
            RegionServerProcess.start(hbase, connection, settings(zooKeeper));
        Believer reader = new Believer(hbase);
        Believer writer = new Believer(hbase)) {
      zombie.take(connection, lost, 1);
      writer.transactions.run(tx -> writeBoth(tx, "old"));
      writer.transactions.drain();
      reader.warmUp();
      writer.warmUp();
      zooKeeper.freeze();
      zombie.awaitReplaced(connection, lost);

      try (TransactionManager newcomer = TransactionManager.create(connection)) {
        newcomer.run(tx -> tx.table(lost).put(Rows.put("row", "written since")));
        assertThat(reader.readRaw()).as("answer of the zombie").isEqualTo("old");
        assertOldPrimaryIsNotTakenForAborted(newcomer, reader);
        assertNothingIsWrittenThere(writer);
      }
      Locks.assertAllSettled(connection, lost, living);
    }
  }

  /**
   * A client that meets the secondary finds a primary that is earlier than the secondary expects.
   */
  private void assertOldPrimaryIsNotTakenForAborted(TransactionManager owner, Believer reader)
      throws Exception {
    try (Crew crew = new Crew()) {
      Future<?> committing;
      try (Hold commitPoint = Hold.of(lost, LockWrite.COMMIT_POINT)) {
        committing =
            crew.start(
                () -> {
                  owner.run(tx -> writeBoth(tx, "new"));
                  return null;
                });
        commitPoint.awaitArrivals(1);
        assertThat(Locks.unsettled(connection, living)).containsOnlyKeys("row");

        assertThatThrownBy(reader::readLiving)
            .isInstanceOf(ConflictException.class)
            .hasMessageContaining("has not finished");
        assertThat(Locks.unsettled(connection, living)).containsOnlyKeys("row");
      }
      var unused = Crew.get(committing);
    }
    owner.drain();
    assertThat(reader.readLiving()).isEqualTo("new");
  }

  /** The transaction has read the old value there, and its dependent write fails. */
  private void assertNothingIsWrittenThere(Believer writer) throws IOException {
    assertThat(writer.readRaw()).as("answer of the zombie").isEqualTo("old");
    int[] attempts = new int[1];
    String[] first = new String[1];
    long start = System.nanoTime();
    writer.transactions.run(
        tx -> {
          String value = Rows.text(tx.table(lost), "row");
          first[0] = attempts[0]++ == 0 ? value : first[0];
          tx.table(lost).put(Rows.put("row", value + "er"));
        });
    System.out.printf(
        "%s: a transaction that first read '%s' there took %d attempts and %.1f s%n",
        getClass().getSimpleName(), first[0], attempts[0], (System.nanoTime() - start) / 1e9);
    assertThat(first[0]).isEqualTo("old");
    try (Table raw = connection.getTable(lost)) {
      assertThat(Rows.text(raw, "row")).isEqualTo("newer");
    }
  }

  private void writeBoth(Transaction tx, String value) throws IOException {
    tx.table(lost).put(Rows.put("row", value));
    tx.table(living).put(Rows.put("row", value));
  }

  private int zooKeeperPort() {
    return hbase.configuration().getInt(HConstants.ZOOKEEPER_CLIENT_PORT, -1);
  }

  private static Map<String, String> settings(FreezableProxy zooKeeper) {
    return Map.of(
        HConstants.ZOOKEEPER_CLIENT_PORT,
        Integer.toString(zooKeeper.port()),
        HConstants.REGION_SERVER_IMPL,
        IsolatedRegionServer.class.getName());
  }

  /** A client that has cached the region's location, and reads there. */
  private final class Believer implements AutoCloseable {

    private final Connection own;
    private final TransactionManager transactions;

    Believer(EmbeddedHBase hbase) throws IOException {
      own = hbase.connect();
      transactions =
          TransactionManager.create(
              own, RowlockOptions.builder().rpcTimeout(Duration.ofSeconds(3)).build());
    }

    void warmUp() throws IOException {
      assertThat(readRaw()).isEqualTo("old");
      assertThat(transactions.<String, IOException>call(tx -> Rows.text(tx.table(lost), "row")))
          .isEqualTo("old");
    }

    String readRaw() throws IOException {
      try (Table raw = own.getTable(lost)) {
        return Rows.text(raw, "row");
      }
    }

    /** Runs one attempt. */
    String readLiving() throws IOException {
      try (Transaction tx = transactions.begin()) {
        return Rows.text(tx.table(living), "row");
      }
    }

    @Override
    public void close() throws IOException {
      transactions.close();
      own.close();
    }
  }
}
