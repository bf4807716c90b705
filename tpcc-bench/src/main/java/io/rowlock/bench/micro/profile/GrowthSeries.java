package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Point.SeriesKey;

/** The key of a series of a growing cluster: so many region servers, a profile and a mode. */
record GrowthSeries(int servers, Profile profile, Mode mode) implements SeriesKey {

  /** Returns a point of a run on one cluster. */
  static Point<GrowthSeries> point(int servers, Point<Series> of) {
    GrowthSeries series = new GrowthSeries(servers, of.series().profile(), of.series().mode());
    return new Point<>(series, of.round(), of.figures());
  }

  @Override
  public String subject() {
    return mode.label();
  }

  @Override
  public String toString() {
    return profile + ", " + mode + ", " + servers + (servers == 1 ? " server" : " servers");
  }
}
