package io.rowlock.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.EmbeddedHBase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.HBaseIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What an HBase in good health does with regions all the time, under a load of transactions: moves,
 * splits and merges them, rewrites their files, and turns writers away when memory is short.
 */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class MovingRegionsIT {

  private static final int MOVES = 12;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final FaultRun run;
  private final Random random = new Random(4711);

  MovingRegionsIT(EmbeddedHBase hbase, Connection connection) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    this.run = FaultRun.prepare(hbase, connection);
  }

  @Test
  void regionsMove() throws Exception {
    run.underLoad("regions move", () -> assertThat(moveSome()).isGreaterThan(MOVES / 2));
  }

  /** In the middle of a group of accounts, and right at an account. */
  @Test
  void regionsAreSplitAndMerged() throws Exception {
    run.underLoad(
        "regions are split and merged again",
        () -> {
          TableName accounts = run.ledger().tables().get(0);
          int before = regions(accounts).size();
          forgetParents(accounts);
          split(accounts, "02-5", before + 1);
          split(accounts, "08", before + 2);
          mergeTwoFrom(0, accounts, before + 1);
          mergeTwoFrom(before - 1, accounts, before);
        });
  }

  @Test
  void filesAreFlushedAndRewritten() throws Exception {
    run.underLoad(
        "flushes and major compactions",
        () -> {
          for (TableName table : run.ledger().tables().subList(1, 3)) {
            Compactions.FLUSH_AND_MAJOR_COMPACTION.run(hbase, table);
          }
        });
  }

  @Test
  void memstoresAreFull() throws Exception {
    run.underLoad(
        "memstores full",
        () -> {
          TableName accounts = run.ledger().tables().get(0);
          try (Admin admin = connection.getAdmin()) {
            TableDescriptor normal = admin.getDescriptor(accounts);
            admin.modifyTable(
                TableDescriptorBuilder.newBuilder(normal)
                    .setMemStoreFlushSize(4_096)
                    .setValue("hbase.table.sanity.checks", "false")
                    .setValue("hbase.hregion.memstore.block.multiplier", "1")
                    .build());
            Await.until("20 writes turned away", PATIENCE, () -> turnedAway(accounts) > 20);
            admin.modifyTable(normal);
          }
        });
  }

  private long turnedAway(TableName table) {
    return hbase.utility().getMiniHBaseCluster().getRegions(table).stream()
        .mapToLong(HRegion::getBlockedRequestsCount)
        .sum();
  }

  private int moveSome() throws IOException {
    List<TableName> tables = run.ledger().tables();
    int moves = 0;
    try (Admin admin = connection.getAdmin()) {
      List<ServerName> servers = List.copyOf(admin.getRegionServers());
      for (int i = 0; i < MOVES; i++) {
        List<RegionInfo> regions = admin.getRegions(tables.get(i % tables.size()));
        RegionInfo region = regions.get(random.nextInt(regions.size()));
        ServerName target = servers.get(random.nextInt(servers.size()));
        moves += move(admin, region, target);
      }
    }
    return moves;
  }

  /** Tells whether it was moved: a region that is being opened will not be. */
  private static int move(Admin admin, RegionInfo region, ServerName target) throws IOException {
    try {
      admin.move(region.getEncodedNameAsBytes(), target);
      return 1;
    } catch (HBaseIOException inTransition) {
      return 0;
    }
  }

  private void split(TableName table, String key, int expected) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      admin.split(table, Bytes.toBytes(key));
    }
    awaitRegions(table, expected);
  }

  /**
   * Only regions that need no files of others can be split or merged, and only when the master
   * knows.
   */
  private void forgetParents(TableName table) throws IOException {
    hbase.utility().compact(table, true);
    for (HRegion region : hbase.utility().getMiniHBaseCluster().getRegions(table)) {
      for (HStore store : region.getStores()) {
        store.closeAndArchiveCompactedFiles();
      }
    }
    try (Admin admin = connection.getAdmin()) {
      int unused = admin.runCatalogJanitor();
    }
  }

  private void mergeTwoFrom(int first, TableName table, int expected) throws Exception {
    forgetParents(table);
    try (Admin admin = connection.getAdmin()) {
      byte[][] two =
          regions(table).stream()
              .skip(first)
              .limit(2)
              .map(RegionInfo::getEncodedNameAsBytes)
              .toArray(byte[][]::new);
      var unused = admin.mergeRegionsAsync(two, true).get();
    }
    awaitRegions(table, expected);
  }

  private void awaitRegions(TableName table, int expected) throws Exception {
    Await.until(
        expected + " regions of " + table, PATIENCE, () -> regions(table).size() == expected);
  }

  private List<RegionInfo> regions(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getRegions(table);
    }
  }
}
