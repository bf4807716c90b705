package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.measure.Target;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What Rowlock's throughput is meant to be, as a multiple of others'. */
final class ModeTargets {
  private static final Map<String, Double> NORMALIZED =
      Map.of("raw-batched", 0.4, "raw", 1.0, "2pc", 1.3);
  private static final Map<String, Double> ONETABLE =
      Map.of("raw-batched", 0.8, "raw", 1.0, "2pc", 3.0);

  private ModeTargets() {}

  static List<Target> of(Layout layout, List<ModeRatio> ratios) {
    Map<String, Double> limits = layout == Layout.ONETABLE ? ONETABLE : NORMALIZED;
    List<Target> targets = new ArrayList<>();
    for (ModeRatio ratio : ratios) {
      Double limit = limits.get(ratio.over());
      if (ratio.mode().equals(Mode.TX.toString()) && limit != null) {
        targets.add(
            new Target(
                layout.name() + ", throughput of tx / " + ratio.over(),
                ratio.throughput().median(),
                Target.Bound.AT_LEAST,
                limit));
      }
    }
    return List.copyOf(targets);
  }
}
