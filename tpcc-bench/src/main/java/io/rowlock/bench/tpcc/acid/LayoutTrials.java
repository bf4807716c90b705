package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.acid.AcidPlan.Property;
import io.rowlock.bench.tpcc.layout.Layout;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/** The tests of atomicity and isolation in one layout, whose database is loaded. */
final class LayoutTrials {
  private final AcidPlan plan;
  private final Layout layout;
  private final Trials trials;

  LayoutTrials(AcidPlan plan, Layout layout, Trials trials) {
    this.plan = plan;
    this.layout = layout;
    this.trials = trials;
  }

  void run(Configuration configuration) throws IOException {
    try (Stage stage = Stage.open(actors(configuration))) {
      for (boolean isRemote : variants()) {
        run(new Scene(stage, layout, plan.scale(), isRemote));
      }
    }
  }

  private Actors actors(Configuration configuration) {
    return new Actors(configuration, layout, plan.scale().warehouses(), plan.mode());
  }

  /**
   * Where a warehouse is one region, only a remote transaction commits in more than one request.
   */
  private List<Boolean> variants() {
    return layout.equals(Layout.ONETABLE) ? List.of(false, true) : List.of(false);
  }

  private void run(Scene scene) {
    Predicate<StopPoint> stops = plan.stops()::contains;
    if (plan.properties().contains(Property.ATOMICITY)) {
      new AtomicityTest(scene).run(trials, stops);
    }
    if (plan.properties().contains(Property.ISOLATION)) {
      IsolationTests.run(scene, trials, stops);
    }
  }
}
