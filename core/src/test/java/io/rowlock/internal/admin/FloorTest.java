package io.rowlock.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.Clock;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

/** A floor is never lowered, so no clock alone may set it. */
class FloorTest {

  private static final Duration YEAR = Duration.ofDays(365);

  private final VirtualTime servers = new VirtualTime();

  private Floor floor(Duration skew) {
    Clock client = servers.clockWithSkew(skew);
    return new Floor(client, servers::advance);
  }

  private static ClusterMetrics reporting(long time) {
    ServerName server = ServerName.valueOf("server", 1, 1);
    return ClusterMetricsBuilder.newBuilder()
        .setLiveServerMetrics(
            Map.of(
                server,
                ServerMetricsBuilder.newBuilder(server)
                    .setReportTimestamp(time)
                    .setLastReportTimestamp(time - 3_000)
                    .build()))
        .build();
  }

  @Test
  void floorIsTheLaterOfTheTwoClocks() throws IOException {
    long now = servers.currentMillis();
    assertThat(floor(Duration.ofMinutes(5)).now(() -> reporting(now)))
        .isEqualTo(now + Duration.ofMinutes(5).toMillis());
    assertThat(floor(Duration.ofMinutes(-5)).now(() -> reporting(now))).isEqualTo(now + 6_000);
  }

  @Test
  void clocksThatAreFarApartSetNoFloor() {
    long now = servers.currentMillis();
    assertThatThrownBy(() -> floor(YEAR).now(() -> reporting(now)))
        .hasMessageContainingAll("ahead", "NTP");
    assertThatThrownBy(() -> floor(Duration.ZERO).now(() -> reporting(now + YEAR.toMillis())))
        .hasMessageContainingAll("behind", "NTP");
  }

  /** Otherwise a client's clock that is a year ahead would remain undetected. */
  @Test
  void unconfirmedClockSetsNoFloor() {
    assertThatThrownBy(() -> floor(YEAR).now(() -> reporting(0)))
        .hasMessageContainingAll("No region server reports its time", "try again");
  }

  @Test
  void serverThatHasJustStartedIsAskedAgain() throws IOException {
    long start = servers.currentMillis();
    long floor =
        floor(Duration.ZERO)
            .now(() -> reporting(servers.currentMillis() > start ? start + 1_000 : 0));
    assertThat(floor).isEqualTo(start + 7_000);
  }
}
