package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {
  @Test
  void takesTheRoundsOfOnePointTogether() {
    List<Row<Series>> rows =
        new Points<>(
                List.of(
                    TestPoints.point(Profile.PRACTICAL, Mode.RAW, 1, 1, 10, 3),
                    TestPoints.point(Profile.PRACTICAL, Mode.TX, 1, 1, 40, 8),
                    TestPoints.point(Profile.PRACTICAL, Mode.TX, 1, 2, 20, 9),
                    TestPoints.point(Profile.PRACTICAL, Mode.RAW, 1, 2, 30, 1)))
            .rows();
    assertThat(rows).extracting(row -> row.series().mode()).containsExactly(Mode.RAW, Mode.TX);
    assertThat(rows)
        .extracting(row -> row.spread(Figure.TX_PER_SECOND))
        .containsExactly(new Spread(10, 20, 30), new Spread(20, 30, 40));
    assertThat(rows)
        .extracting(row -> row.spread(Figure.P50_MICROS))
        .containsExactly(new Spread(1, 2, 3), new Spread(8, 8.5, 9));
  }
}
