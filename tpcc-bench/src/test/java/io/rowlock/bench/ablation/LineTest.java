package io.rowlock.bench.ablation;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Spread;
import io.rowlock.internal.store.Mechanism;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as the commands write them. */
class LineTest {
  @TempDir private Path directory;

  private List<Line> read(String json) throws IOException {
    return Line.read(Files.writeString(directory.resolve("results.json"), json.replace('\'', '"')));
  }

  @Test
  void ofProfile() throws IOException {
    Line line =
        read("""
        {'rows': [
          {'profile': 'transfer', 'mode': 'raw', 'threads': 8, 'txPerSecond': {'median': 9}},
          {'profile': 'transfer', 'mode': 'tx', 'threads': 8, 'failedPerTx': {'median': 0},
           'txPerSecond': {'min': 1, 'median': 2, 'max': 3},
           'p50Micros': {'median': 700.5},
           'rpcsForegroundPerTx': {'median': 3}, 'rpcsBackgroundPerTx': {'median': 1.5},
           'clientCpuMicrosPerTx': {'median': 90}, 'serverCpuMicrosPerTx': null,
           'fired combined-commits': {'min': 0.8, 'median': 0.9, 'max': 1}}]}
        """)
            .get(0);
    assertThat(line.series()).isEqualTo("transfer, tx, threads: 8");
    assertThat(line.figures())
        .isEqualTo(
            Map.of(
                Quantity.THROUGHPUT, 2.0,
                Quantity.P50, 700.5,
                Quantity.REQUESTS, 4.5,
                Quantity.CLIENT_CPU, 90.0));
    assertThat(line.fired()).containsEntry(Mechanism.COMBINED_COMMITS, new Spread(0.8, 0.9, 1));
    assertThat(line.hasFired(Mechanism.COMBINED_COMMITS)).isTrue();
    assertThat(line.hasFired(Mechanism.HAND_OVER)).isFalse();
  }

  @Test
  void ofContentionInsertsAndGrowth() throws IOException {
    List<Line> lines =
        read(
            """
            {'rows': [
              {'kind': 'raw check-and-put', 'clients': 2, 'threads': 16},
              {'kind': 'blind increment', 'clients': 2, 'threads': 16,
               'txPerSecond': {'median': 5}, 'rpcsPerTx': {'median': 2},
               'clientCpuMicrosPerTx': {'median': 8}, 'serverCpuMicrosPerTx': {'median': 7}},
              {'servers': 1, 'ids': 'uuid', 'mode': 'raw-batched'},
              {'servers': 1, 'ids': 'uuid', 'mode': 'tx',
               'insertsPerSecond': {'median': 6}, 'clientCpuMicrosPerTx': {'median': 3},
               'serverCpuMicrosPerTx': {'median': 4}},
              {'servers': 2, 'profile': 'practical', 'mode': 'tx', 'txPerSecond': {'median': 1}}]}
            """);
    assertThat(lines)
        .extracting(Line::series)
        .containsExactly(
            "blind increment, clients: 2, threads: 16",
            "uuid, tx, servers: 1",
            "practical, tx, servers: 2");
    assertThat(lines.get(0).figures()).containsEntry(Quantity.REQUESTS, 2.0).hasSize(4);
    assertThat(lines.get(1).figures())
        .isEqualTo(
            Map.of(Quantity.THROUGHPUT, 6.0, Quantity.CLIENT_CPU, 3.0, Quantity.SERVER_CPU, 4.0));
  }

  @Test
  void ofTpcc() throws IOException {
    Line line =
        read("""
        {'totals': {'transactions': 200, 'transactionsPerSecond': 20, 'latency': {'p50': 1.5}},
         'requests': {'rpcsPerTransaction': 6.2, 'library': {'fired shared-writes': 50}},
         'processes': {'clientMicros': 300, 'serverMicros': null}}
        """)
            .get(0);
    assertThat(line.figures())
        .isEqualTo(
            Map.of(
                Quantity.THROUGHPUT, 20.0,
                Quantity.P50, 1500.0,
                Quantity.REQUESTS, 6.2,
                Quantity.CLIENT_CPU, 300.0));
    assertThat(line.fired()).containsEntry(Mechanism.SHARED_WRITES, new Spread(0.25, 0.25, 0.25));
  }
}
