package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.RunPlan.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes a plan down. */
final class SettingsMaker {
  private static final double MILLIS = 1_000;

  private SettingsMaker() {}

  static Settings of(
      RunPlan plan,
      List<String> arguments,
      Database database,
      RunConstants constants,
      int terminals,
      int firstTerminal) {
    Waits waits = plan.waits();
    return new Settings(
        arguments,
        plan.mode().toString(),
        database.layout().name(),
        plan.profile().label(),
        banner(plan, database.origin().scale()),
        database.origin(),
        constants,
        plan.seed(),
        plan.threads(),
        terminals,
        firstTerminal,
        waits != null,
        waits == null ? 0 : waits.keying(),
        waits == null ? 0 : waits.thinking(),
        seconds(plan.time()),
        seconds(plan.warmup()),
        plan.count(),
        plan.rate(),
        plan.arrival().label(),
        plan.mix().text(),
        plan.home().label(),
        plan.retries().toString(),
        plan.delivery().threads(),
        plan.deliveryTransactions(),
        plan.reportInterval(),
        plan.percentile());
  }

  /** What has to be said wherever results are. */
  private static String banner(RunPlan plan, Scale scale) {
    List<String> deviations = new ArrayList<>();
    if (!scale.isStandard()) {
      deviations.add("NON-STANDARD SCALE: " + scale);
    }
    if (plan.profile() == Profile.WARP) {
      deviations.add("NOT TPC-C: the profile warp has no Delivery and no remote order lines");
    }
    return String.join("; ", deviations);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / MILLIS;
  }
}
