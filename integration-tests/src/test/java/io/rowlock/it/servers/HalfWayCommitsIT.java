package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.servers.HalfWay.Event;
import io.rowlock.it.servers.HalfWay.Stop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Regions move, split and merge in the middle of a commit. */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class HalfWayCommitsIT {

  /** {@code LeftBehindLocksIT} also rewrites files. */
  private static final List<Event> EVENTS =
      List.of(
          (hbase, connection, table) -> move(connection, table, HalfWay.PRIMARY),
          (hbase, connection, table) -> move(connection, table, HalfWay.FAR),
          (hbase, connection, table) -> split(connection, table, HalfWay.NEIGHBOUR),
          (hbase, connection, table) -> merge(connection, table));

  private final EmbeddedHBase hbase;
  private final Connection connection;

  HalfWayCommitsIT(EmbeddedHBase hbase, Connection connection) {
    this.hbase = hbase;
    this.connection = connection;
  }

  @ParameterizedTest
  @EnumSource
  void commitIsAtomicWhenRegionsChange(Stop stop) throws Exception {
    TableName read = TestTables.create(connection);
    AtomicInteger committed = new AtomicInteger();
    Crew.runAll(
        EVENTS.size(),
        event -> {
          if (new HalfWay(hbase, connection, read).resumeOwner(stop, EVENTS.get(event))) {
            committed.incrementAndGet();
          }
          new HalfWay(hbase, connection, read).killOwner(stop, EVENTS.get(event));
        });
    System.out.printf(
        "%s %s: %d of %d owners committed%n",
        getClass().getSimpleName(), stop, committed.get(), EVENTS.size());
    assertThat(committed.get()).as("resumed owners").isGreaterThan(EVENTS.size() / 2);
  }

  private static void move(Connection connection, TableName table, String row) throws IOException {
    try (Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(table)) {
      RegionInfo region = locator.getRegionLocation(Rows.bytes(row)).getRegion();
      admin.move(region.getEncodedNameAsBytes());
    }
  }

  private static void split(Connection connection, TableName table, String key) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      admin.split(table, Rows.bytes(key));
      awaitRegions(admin, table, 3);
    }
  }

  private static void merge(Connection connection, TableName table) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      byte[][] both =
          admin.getRegions(table).stream()
              .map(RegionInfo::getEncodedNameAsBytes)
              .toArray(byte[][]::new);
      var unused = admin.mergeRegionsAsync(both, false).get();
      awaitRegions(admin, table, 1);
    }
  }

  private static void awaitRegions(Admin admin, TableName table, int count) throws Exception {
    Await.until(
        count + " regions of " + table,
        Duration.ofSeconds(30),
        () -> admin.getRegions(table).size() == count);
  }
}
