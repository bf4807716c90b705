package io.rowlock.bench.micro.jmh;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientBenchmarkTest {
  /** Time stands still for what waits: a transaction that meets trouble would fail here. */
  @ParameterizedTest
  @ValueSource(strings = {"1x1", "10x1", "10x4", "50x4"})
  void everythingEndsAtOnceTimeAndAgain(String shape) {
    ClientBenchmark benchmark = new ClientBenchmark();
    benchmark.shape = shape;
    assertThatCode(
            () -> {
              benchmark.prepare();
              benchmark.validateRows();
              for (int i = 0; i < 100; i++) {
                benchmark.writeUnreadRows();
                benchmark.readAndWriteRows();
                benchmark.readRows();
              }
            })
        .doesNotThrowAnyException();
  }
}
