package io.rowlock.bench.micro.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Point;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class PointsCsvTest {
  @Test
  void headerIsTheOneThatOthersRead() {
    assertThat(csv(List.of()))
        .isEqualTo(
            "profile,mode,threads,round,tx_per_s,p50_us,p95_us,p99_us,conflicts_per_tx,"
                + "failed_per_tx,rpcs_foreground_per_tx,rpcs_background_per_tx,"
                + "cpu_us_per_tx,server_cpu_us_per_tx,looks_per_s\n");
  }

  @Test
  void everyPointIsOneLine() {
    Point<Series> first =
        TestPoints.point(Profile.WORST_CASE, Mode.RAW_BATCHED, 8, 2, 1234.5, 890.12);
    Point<Series> second = TestPoints.failing(Mode.TX, 32, 10, 0.00125);
    assertThat(csv(List.of(first, second)).lines().skip(1))
        .containsExactly(
            "worst-case,raw-batched,8,2,1234.50,890.1,1780.2,2670.4,0.00000,0.00000,2.0000,0.0000,500.0,250.3,4.00",
            "practical,tx,32,1,10.00,1000.0,2000.0,3000.0,0.25000,0.00125,8.0000,3.0000,700.0,,4.00");
  }

  @Test
  void numbersDoNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(csv(List.of(TestPoints.failing(Mode.TX, 1, 2.5, 0))).lines().skip(1))
          .allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(15));
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String csv(List<Point<Series>> points) {
    return new String(ProfileExperiment.POINTS.csv(points), UTF_8);
  }
}
