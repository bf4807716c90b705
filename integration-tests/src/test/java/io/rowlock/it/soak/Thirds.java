package io.rowlock.it.soak;

import io.rowlock.bench.kit.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The medians of a figure in the three thirds of a soak; the first one is for warming up. */
record Thirds(String what, double first, double middle, double last) {

  /** Fewer samples do not show anything. */
  static final int FEWEST_SAMPLES = 9;

  /** Divides the time, and not the number of samples, of which some may be missing. */
  static Thirds of(String what, List<Sample> samples, ToDoubleFunction<Sample> value) {
    return new Thirds(
        what, median(samples, 0, value), median(samples, 1, value), median(samples, 2, value));
  }

  /** Rates per second, from the samples at the ends of each third. */
  static Thirds perSecond(String what, List<Sample> samples, ToDoubleFunction<Sample> count) {
    return new Thirds(
        what, rate(samples, 0, count), rate(samples, 1, count), rate(samples, 2, count));
  }

  static boolean areEnough(List<Sample> samples) {
    return samples.size() >= FEWEST_SAMPLES
        && List.of(0, 1, 2).stream().allMatch(third -> third(samples, third).size() > 1);
  }

  /** The last third over the middle one. */
  double growth() {
    return last / middle;
  }

  private static List<Sample> third(List<Sample> samples, int third) {
    double begin = samples.get(0).seconds();
    double length = samples.get(samples.size() - 1).seconds() - begin;
    return samples.stream()
        .filter(one -> Math.min(2, (int) (3 * (one.seconds() - begin) / length)) == third)
        .toList();
  }

  private static double median(List<Sample> samples, int third, ToDoubleFunction<Sample> value) {
    return Spread.of(third(samples, third).stream().map(value::applyAsDouble).toList()).median();
  }

  private static double rate(List<Sample> samples, int third, ToDoubleFunction<Sample> count) {
    List<Sample> some = third(samples, third);
    Sample begin = some.get(0);
    Sample end = some.get(some.size() - 1);
    return (count.applyAsDouble(end) - count.applyAsDouble(begin))
        / (end.seconds() - begin.seconds());
  }
}
