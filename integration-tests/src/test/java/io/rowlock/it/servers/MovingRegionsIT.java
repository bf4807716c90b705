package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Compactions;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Regions;
import io.rowlock.it.kit.Rows;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The normal operations of a healthy HBase under a load of transactions: it moves, splits and
 * merges regions, rewrites their files, and rejects writes when memory is short.
 */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class MovingRegionsIT {

  private static final int MOVES = 12;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final Regions regions;
  private final FaultRun run;
  private final Random random = new Random(4711);

  MovingRegionsIT(EmbeddedHBase hbase, Connection connection) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    this.regions = new Regions(hbase, connection);
    this.run = FaultRun.prepare(hbase, connection);
  }

  @Test
  void transfersSurviveMovedRegions() throws Exception {
    run.underLoad("regions move", () -> assertThat(moveSome()).isGreaterThan(MOVES / 2));
  }

  /** Splits in the middle of a group of accounts, and exactly at an account. */
  @Test
  void transfersSurviveSplitsAndMerges() throws Exception {
    run.underLoad(
        "regions are split and merged again",
        () -> {
          TableName accounts = run.ledger().tables().get(0);
          int before = regions.of(accounts).size();
          regions.split(accounts, Rows.bytes("02-5"));
          regions.split(accounts, Rows.bytes("08"));
          regions.mergeTwoFrom(0, accounts);
          regions.mergeTwoFrom(before - 1, accounts);
        });
  }

  @Test
  void transfersSurviveFlushesAndCompactions() throws Exception {
    run.underLoad(
        "flushes and major compactions",
        () -> {
          for (TableName table : run.ledger().tables().subList(1, 3)) {
            Compactions.FLUSH_AND_MAJOR_COMPACTION.run(hbase, table);
          }
        });
  }

  @Test
  void transfersSurviveFullMemstores() throws Exception {
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
            Await.until("20 rejected writes", PATIENCE, () -> turnedAway(accounts) > 20);
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
        List<RegionInfo> some = regions.of(tables.get(i % tables.size()));
        RegionInfo region = some.get(random.nextInt(some.size()));
        ServerName target = servers.get(random.nextInt(servers.size()));
        moves += regions.move(region, target) ? 1 : 0;
      }
    }
    return moves;
  }
}
