package io.rowlock.bench.micro.profile;

import static io.rowlock.bench.kit.Target.Bound.AT_LEAST;
import static io.rowlock.bench.kit.Target.Bound.AT_MOST;
import static io.rowlock.bench.micro.profile.Goal.Figure.P50;
import static io.rowlock.bench.micro.profile.Goal.Figure.THROUGHPUT;
import static io.rowlock.bench.micro.profile.Mode.HAEINSA;
import static io.rowlock.bench.micro.profile.Mode.RAW;
import static io.rowlock.bench.micro.profile.Mode.RAW_BATCHED;
import static io.rowlock.bench.micro.profile.Profile.PRACTICAL;
import static io.rowlock.bench.micro.profile.Profile.TRANSFER;
import static io.rowlock.bench.micro.profile.Profile.WORST_CASE;

import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import io.rowlock.bench.micro.profile.Outcome.Ratio;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Rowlock is meant to reach against other modes, where nothing is contended.
 *
 * @param over the mode to compare with; of several, the one that does best
 */
record Goal(
    boolean colocated,
    Profile profile,
    int threads,
    Figure figure,
    List<Mode> over,
    Bound bound,
    double limit) {

  /** What is compared. */
  enum Figure {
    THROUGHPUT("throughput"),
    P50("p50");

    private final String label;

    Figure(String label) {
      this.label = label;
    }

    double median(Ratio ratio) {
      Spread spread = this == P50 ? ratio.p50Micros() : ratio.txPerSecond();
      return spread.median();
    }
  }

  /** As measured; empty when not all it needs was. */
  Optional<Target> judge(Plan plan, List<Ratio> ratios) {
    List<Ratio> measured = ratios.stream().filter(this::isAbout).toList();
    if (plan.colocated() != colocated || measured.size() < over.size()) {
      return Optional.empty();
    }
    Comparator<Ratio> byMedian = Comparator.comparingDouble(figure::median);
    Stream<Ratio> all = measured.stream();
    return (bound == Bound.AT_LEAST ? all.min(byMedian) : all.max(byMedian)).map(this::target);
  }

  private boolean isAbout(Ratio ratio) {
    return ratio.profile() == profile && ratio.threads() == threads && over.contains(ratio.over());
  }

  private Target target(Ratio worst) {
    String what =
        "%s, %s at %d thread%s, tx/%s, rows in %s"
            .formatted(
                profile,
                figure.label,
                threads,
                threads == 1 ? "" : "s",
                worst.over(),
                colocated ? "1 region" : "4 regions");
    return new Target(what, figure.median(worst), bound, limit);
  }

  /** All goals of uncontended transactions. */
  static final class Goals {
    static final List<Goal> ALL =
        Stream.of(
                fourRegions(PRACTICAL, 1, P50, RAW, AT_MOST, 0.55),
                fourRegions(PRACTICAL, 8, THROUGHPUT, RAW, AT_LEAST, 1.0),
                fourRegions(PRACTICAL, 32, THROUGHPUT, RAW, AT_LEAST, 1.0),
                fourRegions(WORST_CASE, 1, P50, RAW, AT_MOST, 1.5),
                fourRegions(WORST_CASE, 8, THROUGHPUT, RAW, AT_LEAST, 0.4),
                fourRegions(TRANSFER, 1, P50, RAW, AT_MOST, 1.1),
                fourRegions(PRACTICAL, 1, P50, HAEINSA, AT_MOST, 0.5),
                fourRegions(WORST_CASE, 1, P50, HAEINSA, AT_MOST, 0.5),
                fourRegions(PRACTICAL, 8, THROUGHPUT, HAEINSA, AT_LEAST, 1.35),
                fourRegions(WORST_CASE, 8, THROUGHPUT, HAEINSA, AT_LEAST, 1.35),
                omid(false, PRACTICAL),
                omid(false, WORST_CASE),
                oneRegion(PRACTICAL, 1, P50, RAW, AT_MOST, 0.6),
                oneRegion(PRACTICAL, 8, THROUGHPUT, RAW, AT_LEAST, 1.8),
                oneRegion(PRACTICAL, 8, THROUGHPUT, RAW_BATCHED, AT_LEAST, 0.75),
                oneRegion(WORST_CASE, 1, P50, RAW, AT_MOST, 1.1),
                oneRegion(WORST_CASE, 8, THROUGHPUT, RAW, AT_LEAST, 0.65),
                oneRegion(WORST_CASE, 8, THROUGHPUT, RAW_BATCHED, AT_LEAST, 0.65),
                oneRegion(PRACTICAL, 8, THROUGHPUT, HAEINSA, AT_LEAST, 2.2),
                oneRegion(WORST_CASE, 8, THROUGHPUT, HAEINSA, AT_LEAST, 2.2),
                omid(true, PRACTICAL),
                omid(true, WORST_CASE))
            .toList();

    private Goals() {}

    private static Goal fourRegions(
        Profile profile, int threads, Figure figure, Mode over, Bound bound, double limit) {
      return new Goal(false, profile, threads, figure, List.of(over), bound, limit);
    }

    private static Goal oneRegion(
        Profile profile, int threads, Figure figure, Mode over, Bound bound, double limit) {
      return new Goal(true, profile, threads, figure, List.of(over), bound, limit);
    }

    /** Its faster mode counts. */
    private static Goal omid(boolean colocated, Profile profile) {
      return new Goal(colocated, profile, 8, THROUGHPUT, Mode.OMIDS, AT_LEAST, 1.5);
    }
  }
}
