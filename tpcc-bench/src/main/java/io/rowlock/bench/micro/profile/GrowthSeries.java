package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Points;
import java.util.List;

/** The key of a series of a growing cluster: so many region servers, a profile and a mode. */
record GrowthSeries(int servers, Profile profile, Mode mode) implements SeriesKey {

  /** Returns the points of a run on one cluster. */
  static List<Point<GrowthSeries>> points(int servers, Points<Series> ofProfile) {
    return ofProfile.all().stream()
        .map(
            point ->
                new Point<>(
                    new GrowthSeries(servers, point.series().profile(), point.series().mode()),
                    point.round(),
                    point.figures()))
        .toList();
  }

  @Override
  public String toString() {
    return profile + ", " + mode + ", " + servers + (servers == 1 ? " server" : " servers");
  }
}
