package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
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
}
