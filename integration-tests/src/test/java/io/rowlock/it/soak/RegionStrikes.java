package io.rowlock.it.soak;

import io.rowlock.bench.kit.Interruption;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy;

/** Strikes that the master carries out, on tables of the database. */
final class RegionStrikes {
  /** Splits beyond this would only slow the check down. */
  private static final int MOST_REGIONS = 6;

  private static final long PATIENCE_SECONDS = 60;

  private final Connection connection;
  private final List<TableName> tables;
  private final Random random;

  private RegionStrikes(Connection connection, List<TableName> tables, Random random) {
    this.connection = connection;
    this.tables = List.copyOf(tables);
    this.random = random;
  }

  /** Permits splits of the tables, which a layout may have ruled out. */
  static RegionStrikes on(Connection connection, List<TableName> tables, Random random)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : tables) {
        admin.modifyTable(
            TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))
                .setRegionSplitPolicyClassName(ConstantSizeRegionSplitPolicy.class.getName())
                .build());
      }
    }
    return new RegionStrikes(connection, tables, random);
  }

  /** Strikes; an {@link IOException} means that HBase refuses it, now. */
  void strike(Strike strike) throws IOException {
    TableName table = tables.get(random.nextInt(tables.size()));
    try (Admin admin = connection.getAdmin()) {
      switch (strike) {
        case MOVE_REGION -> move(admin, table);
        case SPLIT_REGION -> split(admin, table);
        case MERGE_REGIONS -> merge(admin, table);
        case FLUSH -> admin.flush(table);
        case MAJOR_COMPACTION -> admin.majorCompact(table);
        case BALANCE -> {
          boolean unused = admin.balance();
        }
        default -> throw new IllegalArgumentException(strike.label());
      }
    }
  }

  private void move(Admin admin, TableName table) throws IOException {
    List<ServerName> servers = List.copyOf(admin.getRegionServers());
    RegionInfo region = any(admin.getRegions(table));
    admin.move(region.getEncodedNameAsBytes(), any(servers));
  }

  private void split(Admin admin, TableName table) throws IOException {
    List<RegionInfo> regions = admin.getRegions(table);
    if (regions.size() >= MOST_REGIONS) {
      throw new IOException(table + " has " + regions.size() + " regions");
    }
    // HBase chooses the middle row, and refuses if there is none.
    await(admin.splitRegionAsync(any(regions).getRegionName()));
  }

  private void merge(Admin admin, TableName table) throws IOException {
    List<RegionInfo> regions =
        admin.getRegions(table).stream().sorted(RegionInfo.COMPARATOR).toList();
    if (regions.size() == 1) {
      throw new IOException(table + " has a single region");
    }
    int first = random.nextInt(regions.size() - 1);
    byte[][] neighbours = {
      regions.get(first).getRegionName(), regions.get(first + 1).getRegionName()
    };
    await(admin.mergeRegionsAsync(neighbours, false));
  }

  private <T> T any(List<T> things) {
    return things.get(random.nextInt(things.size()));
  }

  private static void await(Future<?> change) throws IOException {
    try {
      Object unused = change.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("It takes longer than " + PATIENCE_SECONDS + " s", e);
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }
}
