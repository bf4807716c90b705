package io.rowlock.it.kit;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HBaseIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;

/** Moves, splits and merges regions, and waits for the result. */
public record Regions(EmbeddedHBase hbase, Connection connection) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  public List<RegionInfo> of(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getRegions(table);
    }
  }

  /** Moves a region; returns false for a region that is being opened. */
  public boolean move(RegionInfo region, ServerName target) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.move(region.getEncodedNameAsBytes(), target);
      return true;
    } catch (HBaseIOException inTransition) {
      return false;
    }
  }

  /** Splits the region of the key directly before the key. */
  public void split(TableName table, byte[] key) throws Exception {
    forgetParents(table);
    int before = of(table).size();
    try (Admin admin = connection.getAdmin()) {
      RegionInfo parent =
          of(table).stream().filter(r -> r.containsRow(key)).findFirst().orElseThrow();
      var unused =
          admin
              .splitRegionAsync(parent.getRegionName(), key)
              .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    awaitCount(table, before + 1);
  }

  /** Merges a region, counted from 0, with its successor. */
  public void mergeTwoFrom(int first, TableName table) throws Exception {
    forgetParents(table);
    int before = of(table).size();
    try (Admin admin = connection.getAdmin()) {
      byte[][] two =
          of(table).stream()
              .skip(first)
              .limit(2)
              .map(RegionInfo::getEncodedNameAsBytes)
              .toArray(byte[][]::new);
      var unused = admin.mergeRegionsAsync(two, true).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    awaitCount(table, before - 1);
  }

  /**
   * Removes references to files of parents: a region with such references can be neither split nor
   * merged, and the master must know that there are none.
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

  private void awaitCount(TableName table, int expected) throws Exception {
    Await.until(expected + " regions of " + table, PATIENCE, () -> of(table).size() == expected);
  }
}
