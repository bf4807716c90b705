package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The messages for a missing HBase. */
class OwnConnectionTest {

  /** A port that accepts connections and never answers is the worst of wrong addresses. */
  @Test
  @Timeout(30)
  void silentQuorumIsAnsweredInTimeAndNamed() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Configuration wrong = HBaseConfiguration.create();
      wrong.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
      wrong.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, silent.getLocalPort());
      wrong.set(HConstants.ZOOKEEPER_ZNODE_PARENT, "/nowhere");
      assertThatThrownBy(() -> OwnConnection.open(wrong, Duration.ofMillis(500)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("ZooKeeper quorum '127.0.0.1'")
          .hasMessageContaining("client port " + silent.getLocalPort())
          .hasMessageContaining("'/nowhere'")
          .hasMessageContaining("check hbase.zookeeper.quorum");
    }
  }
}
