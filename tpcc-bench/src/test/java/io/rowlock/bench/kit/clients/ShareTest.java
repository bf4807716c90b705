package io.rowlock.bench.kit.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Tally;
import io.rowlock.internal.store.Mechanism;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ShareTest {
  private static final Offset<Double> LITTLE = Offset.offset(0.001);

  private static List<Share> shares(int... commits) {
    return Arrays.stream(commits).mapToObj(ShareTest::share).toList();
  }

  private static Share share(int commits) {
    Tally tally = new Tally();
    for (int i = 0; i < commits; i++) {
      tally.committed(1, true);
    }
    return new Share(tally, Map.of("attempts", commits + 1L), 10);
  }

  @Test
  void fairnessIsJainsIndex() {
    assertThat(Share.fairness(shares(5, 5, 5, 5))).isEqualTo(1, LITTLE);
    assertThat(Share.fairness(shares(8, 0, 0, 0))).isEqualTo(0.25, LITTLE);
    assertThat(Share.fairness(shares(1, 3))).isEqualTo(0.8, LITTLE);
    assertThat(Share.fairness(shares(0, 0))).isEqualTo(1, LITTLE);
  }

  @Test
  void measuredShareCountsWhatFiresMeanwhile() throws IOException {
    Mechanism.HAND_OVER.fires(5);
    Share share = Share.measuring(new HandsOver()).run("window");
    assertThat(share.count("attempts")).isEqualTo(4);
    assertThat(share.count("fired hand-over")).isEqualTo(6);
    assertThat(share.count("fired second-request")).isZero();
    assertThat(share.compileMillisPerSecond(1)).isNotNegative();
    assertThat(share(3).compileMillisPerSecond(1)).isNull();
    Point<NoSeries> point = share.withFirings(Point.of(new NoSeries(), 1));
    assertThat(point.get(Figure.spread("fired hand-over"))).isEqualTo(2);
  }

  private record NoSeries() implements Point.SeriesKey {}

  private static final class HandsOver implements Client<String, Share> {
    @Override
    public Class<String> windowType() {
      return String.class;
    }

    @Override
    public Share run(String window) {
      Mechanism.HAND_OVER.fires(6);
      return share(3);
    }

    @Override
    public void close() {}
  }

  @Test
  void sharesAddUp() {
    Share sum = Share.sum(shares(2, 3));
    assertThat(sum.tally().committed()).isEqualTo(5);
    assertThat(sum.count("attempts")).isEqualTo(7);
    assertThat(sum.count("other")).isZero();
    assertThat(sum.processorNanos()).isEqualTo(20);
  }
}
