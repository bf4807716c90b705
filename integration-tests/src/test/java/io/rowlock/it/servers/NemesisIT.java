package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.HistoryWriter;
import io.rowlock.it.kit.faults.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Histories of clients on a real HBase under all kinds of faults: for a minute, or as long as
 * {@code scripts/nemesis} requests.
 */
@Tag("verify-all")
class NemesisIT {

  private static final int REGION_SERVERS = 3;

  private static final Duration SHORT = Duration.ofSeconds(45);

  private final int minutes = Integer.getInteger("rowlock.nemesis.minutes", 0);
  private final long seed = Long.getLong("rowlock.nemesis.seed", new Random().nextInt(1_000_000));

  @Test
  void noAnomaly() throws Exception {
    System.out.printf("Nemesis with seed %d%n", seed);
    try (EmbeddedHBase hbase = EmbeddedHBase.start(REGION_SERVERS, Map.of());
        Connection connection = hbase.connect()) {
      NemesisReport report =
          new NemesisRun(hbase, connection, seed)
              .run(minutes == 0 ? SHORT : Duration.ofMinutes(minutes));
      System.out.println(report);
      write(report);
      assertThat(report.wrong()).isEmpty();
      assertThat(report.locksLeft()).isZero();
      assertThat(report.strikes()).containsOnlyKeys(Nemesis.Strike.values());
      assertThat(report.faults()).containsKeys(Fault.LOSE_REQUEST, Fault.LOSE_REPLY, Fault.PAUSE);
      assertThat(report.count(Outcome.OK)).isGreaterThan(500);
    }
  }

  private static void write(NemesisReport report) throws IOException {
    String file = System.getProperty("rowlock.nemesis.history");
    if (file != null) {
      HistoryWriter.write(report.history(), Path.of(file))
          .forEach(written -> System.out.println("history: " + written));
    }
  }
}
