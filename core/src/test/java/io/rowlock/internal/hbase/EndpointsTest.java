package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.simulation.BrokenLog;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

/** Whether a server checks conditions is asked once, as long as it is not forgotten. */
class EndpointsTest {

  private static final int MANY = 3_000;

  private final Endpoints servers = new Endpoints();
  private int questions;

  private boolean checks(int startCode) {
    return servers
        .checksConditions(
            server(startCode),
            () -> {
              questions++;
              return CompletableFuture.completedFuture(true);
            })
        .join();
  }

  private static ServerName server(int startCode) {
    return ServerName.valueOf("server", 1, startCode);
  }

  @Test
  void serverIsAskedOnce() {
    assertThat(checks(1)).isTrue();
    assertThat(checks(1)).isTrue();
    assertThat(questions).isEqualTo(1);
    assertThat(servers.isKnownToCheck(server(1))).isTrue();
    assertThat(servers.isKnownToCheck(server(2))).isFalse();
  }

  /** A server that restarts gets another name, and some clients run for years. */
  @Test
  void notEveryServerIsRemembered() {
    for (int i = 1; i <= MANY; i++) {
      assertThat(checks(i)).isTrue();
    }
    long known = 0;
    for (int i = 1; i <= MANY; i++) {
      known += servers.isKnownToCheck(server(i)) ? 1 : 0;
    }
    assertThat(known).isPositive().isLessThanOrEqualTo(1_000);
    assertThat(checks(1)).as("asked again").isTrue();
    assertThat(questions).isEqualTo(MANY + 1);
  }

  /** The caller would wait forever otherwise, and all that ask after it. */
  @Test
  void anAppenderThatThrowsLeavesNoCallerWaiting() {
    try (BrokenLog log = new BrokenLog(Endpoints.class)) {
      assertThat(
              servers.checksConditions(
                  server(1), () -> CompletableFuture.failedFuture(new IOException("?"))))
          .isCompletedWithValue(false);
      assertThat(
              servers.checksConditions(server(1), () -> CompletableFuture.completedFuture(false)))
          .isCompletedWithValue(false);
      assertThat(servers.checksConditions(server(1), () -> CompletableFuture.completedFuture(true)))
          .as("known")
          .isCompletedWithValue(false);
      assertThat(log.events()).isPositive();
    }
  }
}
