package io.rowlock.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Strikes that a table of a layout would not permit. */
@Tag("verify-all")
class RegionStrikesIT {
  private static final TableName TABLE = TableName.valueOf("unsplit");
  private static final byte[] FAMILY = Bytes.toBytes("d");

  /** HBase splits between the blocks of a file, so that one row of each suffices. */
  private static final int BLOCK = 1 << 16;

  @Test
  void regionIsSplitAlthoughTheLayoutRulesItOut() throws IOException {
    try (EmbeddedHBase hbase = EmbeddedHBase.start();
        Connection connection = hbase.connect();
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setRegionSplitPolicyClassName(DisabledRegionSplitPolicy.class.getName())
              .build());
      fill(connection);
      admin.flush(TABLE);
      RegionStrikes strikes = RegionStrikes.on(connection, List.of(TABLE), new Random(1));

      strikes.strike(Strike.SPLIT_REGION);
      assertThat(admin.getRegions(TABLE)).hasSize(2);
    }
  }

  private static void fill(Connection connection) throws IOException {
    try (Table table = connection.getTable(TABLE)) {
      for (int row = 0; row < 100; row++) {
        table.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, new byte[BLOCK]));
      }
    }
  }
}
