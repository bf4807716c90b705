package io.rowlock.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.measure.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {
  @Test
  void takesTheRoundsOfOnePointTogether() {
    List<Row> rows =
        Row.of(
            List.of(
                Points.point(Profile.PRACTICAL, Mode.RAW, 1, 1, 10, 3),
                Points.point(Profile.PRACTICAL, Mode.TX, 1, 1, 40, 8),
                Points.point(Profile.PRACTICAL, Mode.TX, 1, 2, 20, 9),
                Points.point(Profile.PRACTICAL, Mode.RAW, 1, 2, 30, 1)));
    assertThat(rows).extracting(Row::mode).containsExactly(Mode.RAW, Mode.TX);
    assertThat(rows)
        .extracting(Row::txPerSecond)
        .containsExactly(new Spread(10, 20, 30), new Spread(20, 30, 40));
    assertThat(rows)
        .extracting(Row::p50Micros)
        .containsExactly(new Spread(1, 2, 3), new Spread(8, 8.5, 9));
  }
}
