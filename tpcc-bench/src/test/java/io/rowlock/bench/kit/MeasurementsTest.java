package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Table.Titled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MeasurementsTest {
  private record Series(String name) implements SeriesKey {}

  /** One goal, and nothing to show. */
  private record Goal() implements Experiment<Series> {
    @Override
    public Object plan() {
      return "a plan";
    }

    @Override
    public String title() {
      return "a title";
    }

    @Override
    public String question() {
      return "a question";
    }

    @Override
    public List<Target> targets(Points<Series> points) {
      return List.of(new Target("all", points.all().size(), Target.Bound.AT_LEAST, 2));
    }

    @Override
    public List<Titled<?>> tables(Results<Series> results) {
      return List.of();
    }
  }

  private final Measurements<Series> all = new Measurements<>();
  private final List<@Nullable String> published = new ArrayList<>();

  private void measure(int points, @Nullable IOException failure) throws IOException {
    all.run(
        () -> {
          for (int round = 1; round <= points; round++) {
            all.add(Point.of(new Series("one"), round).with(Figure.TX_PER_SECOND, 1.0));
          }
          if (failure != null) {
            throw failure;
          }
        },
        () -> published.add(all.judgedBy(new Goal()).partial()));
  }

  @Test
  void roundInWhichTheOtherDidNothingHasNoRatio() {
    Series one = new Series("one");
    Series other = new Series("other");
    Points<Series> points =
        new Points<>(
            List.of(point(one, 1, 3), point(other, 1, 0), point(one, 2, 3), point(other, 2, 2)));
    assertThat(points.ratio(one, other, Figure.TX_PER_SECOND)).hasValue(Spread.of(List.of(1.5)));
    assertThat(new Points<>(points.all().subList(0, 2)).ratio(one, other, Figure.TX_PER_SECOND))
        .isEmpty();
  }

  private static Point<Series> point(Series series, int round, double perSecond) {
    return Point.of(series, round).with(Figure.TX_PER_SECOND, perSecond);
  }

  @Test
  void wholeRunIsPublishedOnce() throws IOException {
    measure(2, null);
    assertThat(published).containsExactly((String) null);
    assertThat(all.judgedBy(new Goal()).targets()).hasSize(1);
  }

  @Test
  void whatWasMeasuredBeforeAFailureIsKept() {
    IOException failure = new IOException("no server");
    assertThatThrownBy(() -> measure(1, failure)).isSameAs(failure);
    assertThat(published)
        .singleElement()
        .asString()
        .startsWith("PARTIAL: the run ended before its plan did, with 1 windows");
    assertThat(all.judgedBy(new Goal()).targets()).isEmpty();
  }

  @Test
  void runThatHasMeasuredNothingLeavesNothing() {
    assertThatThrownBy(() -> measure(0, new IOException("no server"))).hasMessage("no server");
    assertThat(published).isEmpty();
  }
}
