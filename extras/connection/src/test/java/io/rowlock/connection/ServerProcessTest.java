package io.rowlock.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerProcessTest {

  private static final String SERVER = "org.apache.hadoop.hbase.regionserver.HRegionServer";

  @Test
  void serversAreKnownByTheirMainClass() {
    assertThat(ServerProcess.mainClass(SERVER + " start")).contains(SERVER);
    assertThat(ServerProcess.mainClass("org.apache.hadoop.hbase.master.HMaster")).isPresent();
  }

  @Test
  void applicationsAreNone() {
    assertThat(ServerProcess.mainClass("org.example.Shop " + SERVER)).isEmpty();
    assertThat(ServerProcess.mainClass("")).isEmpty();
    assertThat(ServerProcess.caller()).isEmpty();
  }
}
