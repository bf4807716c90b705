package io.rowlock.bench.tpcc.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.business.Delivery.Delivered;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was written can be read. */
class RunResultTest {
  private static final List<DeliveryLine> DELIVERIES =
      List.of(
          DeliveryLine.of(
              new Inputs.Delivery(2, 7),
              1_700_000_000_000L,
              List.of(new Delivered(2, 1, 3_001, 5, 99), new Delivered(2, 3, 3_002, 6, 99)),
              5_100,
              false),
          new DeliveryLine(1_700_000_000_001L, 1, 8, Map.of(), 10, true));

  @TempDir private Path directory;

  @Test
  void readsWhatWasWritten() throws IOException {
    RunResult result = Results.of("tx", 25);
    write(result);
    assertThat(
            new ObjectMapper()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .readValue(directory.resolve(RunResult.FILE).toFile(), RunResult.class))
        .isEqualTo(result);
  }

  @Test
  void settingsNameThreadsAndProcesses() {
    assertThat(Results.of("tx", 25).settings().load().crew())
        .isEqualTo("2 client processes, each with 8 threads");
  }

  @Test
  void latenciesAddUp() {
    Map<Kind, Histogram> sum =
        Histograms.sum(Map.of(Kind.PAYMENT, of(1_000, 2_000)), Map.of(Kind.PAYMENT, of(250_000)));
    Histogram payments = sum.get(Kind.PAYMENT);
    assertThat(payments).isEqualTo(of(1_000, 2_000, 250_000));
    assertThat(Histograms.sum(sum.values())).isEqualTo(payments);
    assertThat(Latency.of(payments).max()).isCloseTo(250, within(0.5));
    assertThat(Latency.of(sum.get(Kind.DELIVERY)).count()).isZero();
  }

  @Test
  void latenciesOfRequestsAreDrawn() throws IOException {
    write(Results.of("tx", 25));
    assertThat(directory.resolve(RunFiles.PICTURE)).isNotEmptyFile();
  }

  @Test
  void deliveriesAreLinesOfTheResultFile() throws IOException {
    write(Results.of("tx", 25));
    assertThat(Files.readAllLines(directory.resolve(RunFiles.DELIVERIES), UTF_8))
        .containsExactly(
            "queued_millis,w,carrier,orders,skipped,done_millis,outcome",
            "1700000000000,2,7,1:3001 3:3002,2 4 5 6 7 8 9 10,1700000000005,DONE",
            "1700000000001,1,8,,,1700000000001,FAILED");
  }

  private static Histogram of(long... micros) {
    Histogram histogram = Histograms.empty();
    for (long value : micros) {
      histogram.recordValue(value);
    }
    return histogram;
  }

  private void write(RunResult result) throws IOException {
    ResultDirectory files = ResultDirectory.create(directory);
    RunFiles.stage(files, result, DELIVERIES, new PrintWriter(Writer.nullWriter()));
    files.publish();
  }
}
