package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.engine.ClockCheck.Verdict;
import io.rowlock.internal.store.Clock;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockCheckTest {

  private static final long INTERVAL = 3_000;

  private final VirtualTime servers = new VirtualTime();

  /**
   * Returns live servers with the times of their newest reports; the previous report was an
   * interval earlier.
   */
  private static ClusterMetrics metrics(long... reports) {
    Map<ServerName, ServerMetrics> live = new HashMap<>();
    for (long report : reports) {
      ServerName server = ServerName.valueOf("server", 1 + live.size(), 1);
      live.put(server, report(server, report, Math.max(0, report - INTERVAL)));
    }
    return ClusterMetricsBuilder.newBuilder().setLiveServerMetrics(live).build();
  }

  private static ServerMetrics report(ServerName server, long end, long start) {
    return ServerMetricsBuilder.newBuilder(server)
        .setReportTimestamp(end)
        .setLastReportTimestamp(start)
        .build();
  }

  private void check(Duration skew) throws IOException {
    Clock client = servers.clockWithSkew(skew);
    assertThat(ClockCheck.check(() -> metrics(servers.currentMillis()), client)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "0,FINE",
    "60000,FINE",
    "60001,WARN",
    "-60000,FINE",
    "-60001,WARN",
    "600000,WARN",
    "600001,REFUSE",
    "-600000,WARN",
    "-600001,REFUSE"
  })
  void warnsBeyondOneMinuteAndRefusesBeyondTen(long leadMillis, Verdict expected) {
    assertThat(Verdict.of(Duration.ofMillis(leadMillis))).isEqualTo(expected);
  }

  @Test
  void refusalNamesBothTimes() {
    assertThatThrownBy(() -> check(Duration.ofMinutes(11)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("This client's clock shows 2023-11-14T22:24:20Z")
        .hasMessageContaining("HBase's servers' 2023-11-14T22:13:20Z")
        .hasMessageContaining("654 s ahead")
        .hasMessageContaining("set the clock right (NTP)");
    assertThatThrownBy(() -> check(Duration.ofMinutes(-11))).hasMessageContaining("660 s behind");
  }

  @Test
  void smallDifferencesPass() {
    assertThatCode(() -> check(Duration.ZERO)).doesNotThrowAnyException();
    assertThatCode(() -> check(Duration.ofMinutes(9))).doesNotThrowAnyException();
    assertThatCode(() -> check(Duration.ofMinutes(-9))).doesNotThrowAnyException();
  }

  @Test
  void serversThatCannotBeAskedAreNoReasonToFail() throws IOException {
    assertThat(
            ClockCheck.check(
                () -> {
                  throw new IOException("no permission");
                },
                servers))
        .isEmpty();
    assertThat(ClockCheck.check(ClockCheckTest::metrics, servers)).isEmpty();
    assertThat(ClockCheck.check(() -> metrics(0), servers)).isEmpty();
  }

  @Test
  void newestReportCounts() {
    assertThat(ServerTime.of(metrics(5_000, 90_000, 7_000)))
        .contains(new ServerTime(90_000, INTERVAL));
  }

  @Test
  void firstReportDoesNotShowTheInterval() {
    ServerName server = ServerName.valueOf("server", 1, 1);
    ClusterMetrics first =
        ClusterMetricsBuilder.newBuilder()
            .setLiveServerMetrics(Map.of(server, report(server, 1_000_000_000, 0)))
            .build();
    ServerTime time = ServerTime.of(first).orElseThrow();
    assertThat(time.latest() - time.newestReport()).isEqualTo(Duration.ofMinutes(2).toMillis());
  }

  @ParameterizedTest
  @CsvSource({
    "9000,9999,-1", // surely behind: the report is from its future
    "9000,10001,0",
    "16000,16001,0", // within two intervals after the report
    "16001,99999,1"
  })
  void leadIsWhatTheReportLeavesNoDoubtOf(long before, long after, long expectedMillis) {
    assertThat(new ServerTime(10_000, INTERVAL).lead(before, after))
        .isEqualTo(Duration.ofMillis(expectedMillis));
  }
}
