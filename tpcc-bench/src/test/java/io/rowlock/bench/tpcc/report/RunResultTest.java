package io.rowlock.bench.tpcc.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunFiles.DeliveryCsv;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was written can be read. */
class RunResultTest {
  @TempDir private Path directory;

  @Test
  void readsWhatWasWritten() throws IOException {
    RunResult result = Results.of("tx", 25);
    write(result, new Histograms(0));
    assertThat(RunResult.read(directory)).isEqualTo(result);
  }

  @Test
  void readsResultsOfBeforeThereWereClientProcesses() throws IOException {
    write(Results.of("tx", 25), new Histograms(0));
    Path file = directory.resolve(RunResult.FILE);
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode result = (ObjectNode) mapper.readTree(file.toFile());
    result.remove("processes");
    ((ObjectNode) result.get("settings")).remove(List.of("clients", "rpcDelay"));
    mapper.writeValue(file.toFile(), result);
    RunResult read = RunResult.read(directory);
    assertThat(read.processes()).isNull();
    assertThat(read.settings().clients()).isZero();
    assertThat(read.settings().crew()).isEqualTo("8 threads");
    assertThat(Results.of("tx", 25).settings().crew())
        .isEqualTo("2 client processes, each with 8 threads");
  }

  @Test
  void classesOfOperationsCanBeAddedLater() {
    RunResult result = Results.of("tx", 25);
    assertThat(result.with(List.of()).ops()).isEmpty();
    assertThat(result.with(List.of()).with(result.ops())).isEqualTo(result);
  }

  @Test
  void whatIsNoResultIsNamed() throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> RunResult.read(directory))
        .withMessageContaining("no readable run.json in " + directory);
    Files.writeString(directory.resolve(RunResult.FILE), "{");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> RunResult.read(directory))
        .withMessageContaining("is no result of bench tpcc");
    Files.writeString(directory.resolve(RunResult.FILE), "{\"format\": 7}");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> RunResult.read(directory))
        .withMessageContaining("has the format 7");
  }

  @Test
  void histogramsOfIntervalsAddUp() throws IOException {
    Histograms histograms = new Histograms(1_700_000_000_000L);
    histograms.add(Kind.PAYMENT, 0, 10, of(1_000, 2_000));
    histograms.add(Kind.PAYMENT, 10, 20, of(250_000));
    write(Results.of("tx", 25), histograms);
    Histogram read = Histograms.read(directory).get(Kind.PAYMENT);
    assertThat(read).isEqualTo(of(1_000, 2_000, 250_000));
    assertThat(read).isEqualTo(histograms.sum(Kind.PAYMENT));
    assertThat(Latency.of(read).max()).isCloseTo(250, within(0.5));
    assertThat(Latency.of(Histograms.read(directory).get(Kind.DELIVERY)).count()).isZero();
  }

  @Test
  void latenciesOfRequestsAreDrawn() throws IOException {
    write(Results.of("tx", 25), new Histograms(0));
    assertThat(directory.resolve(RunFiles.PICTURE)).isNotEmptyFile();
  }

  @Test
  void tablesHaveAsManyColumnsAsTheirHeaders() throws IOException {
    write(Results.of("tx", 25), new Histograms(0));
    for (String file : List.of(RunFiles.INTERVALS, RunFiles.TYPES, RunFiles.OPERATIONS)) {
      List<String> lines = Files.readAllLines(directory.resolve(file), UTF_8);
      assertThat(lines).hasSizeGreaterThan(2);
      assertThat(lines).extracting(line -> line.split(",", -1).length).containsOnly(columns(lines));
    }
    assertThat(directory.resolve(RunFiles.INTERVALS))
        .content()
        .contains("\n10,8,25.00,1054.30,520.10,484.00,50.20,41.85,0.10,0.00,675,10.90,10.80,0.00");
  }

  private static int columns(List<String> lines) {
    return lines.get(0).split(",", -1).length;
  }

  private static Histogram of(long... micros) {
    Histogram histogram = Histograms.empty();
    for (long value : micros) {
      histogram.recordValue(value);
    }
    return histogram;
  }

  private void write(RunResult result, Histograms histograms) throws IOException {
    ResultDirectory files = ResultDirectory.create(directory);
    RunFiles.stage(
        files, result, histograms, new DeliveryCsv(), new PrintWriter(Writer.nullWriter()));
    files.publish();
  }
}
