package io.rowlock.it.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.util.MemorySizeUtil;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The cluster of the other tests stores and returns a cell. */
@ExtendWith(HBaseExtension.class)
class EmbeddedHBaseIT {
  private static final TableName TABLE = TableName.valueOf("embedded-hbase-it");
  private static final byte[] FAMILY = bytes("f");

  @Test
  void getReturnsPutValue(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
    try (Table table = connection.getTable(TABLE)) {
      table.put(new Put(bytes("row")).addColumn(FAMILY, bytes("q"), bytes("value")));
      assertThat(table.get(new Get(bytes("row"))).getValue(FAMILY, bytes("q")))
          .isEqualTo(bytes("value"));
    }
  }

  @Test
  void clusterHasSeveralRegionServers(EmbeddedHBase hbase) {
    assertThat(hbase.utility().getHBaseCluster().getLiveRegionServerThreads()).hasSize(3);
  }

  @Test
  void regionServersShareTheHeap(EmbeddedHBase hbase) {
    long wanted = 0;
    for (RegionServerThread thread :
        hbase.utility().getHBaseCluster().getLiveRegionServerThreads()) {
      HRegionServer server = thread.getRegionServer();
      wanted +=
          server.getBlockCache().orElseThrow().getMaxSize()
              + MemorySizeUtil.getGlobalMemStoreSize(server.getConfiguration()).getFirst();
    }
    assertThat(wanted).isPositive().isLessThan(Runtime.getRuntime().maxMemory());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
