package io.rowlock.bench.micro.scale;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTableTest {
  private final SplittableRandom random = new SplittableRandom(7);

  @ParameterizedTest
  @CsvSource({"1,1,500", "1,16,1000", "2,2,2", "4,4,20", "2,4,30", "16,16,500", "3,3,9", "2,3,4"})
  void rowsDifferAndAreSpreadEvenly(int inRegions, int regions, int rows) {
    ScaleTable table = ScaleTable.of("test", regions);
    for (int i = 0; i < 100; i++) {
      List<byte[]> keys = table.choose(random, rows, inRegions);
      Map<Integer, Long> byRegion =
          keys.stream()
              .map(key -> new String(key, UTF_8))
              .distinct()
              .collect(
                  Collectors.groupingBy(
                      key -> Integer.parseInt(key) / table.rowsPerRegion(), Collectors.counting()));
      assertThat(byRegion).hasSize(inRegions);
      assertThat(byRegion.keySet()).allMatch(region -> region < regions);
      assertThat(byRegion.values())
          .allMatch(count -> Math.abs(count - (double) rows / inRegions) < 1);
      assertThat(byRegion.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(rows);
    }
  }
}
