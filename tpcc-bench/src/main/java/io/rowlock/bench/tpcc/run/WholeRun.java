package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.report.Report;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.ModeRounds.Ground;
import io.rowlock.bench.tpcc.run.ModeRounds.Windows;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import io.rowlock.bench.tpcc.run.Site.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.common.collect.Maps;

/** Runs of one mode, or of several in turns, on one database. */
public record WholeRun(Site site) {

  /** Runs one mode, and checks the data if the mode keeps them consistent. */
  public Verdict run(RunOptions options, Mode mode, long seed, Database database)
      throws IOException {
    TpccRun.Finished finished = new TpccRun(site, database).run(options.plan(mode, seed));
    TpccRun.requireTransactions(finished);
    Optional<CheckResult> check = check(mode, database, options.ledgers(site.directory().path()));
    finished.publish(site, mode, check.orElse(null));
    return new Verdict(
        check.map(CheckResult::isPassed).orElse(true),
        Constraints.areMissed(finished.result().constraints()));
  }

  /** Does not check plain HBase, which can break any condition. */
  private Optional<CheckResult> check(Mode mode, Database database, List<Path> ledgers)
      throws IOException {
    if (mode != Mode.TX && mode != Mode.TWO_PHASE) {
      site.out().printf("%nThe data are not checked after %s, which may break them.%n", mode);
      return Optional.empty();
    }
    return Optional.of(site.check(database, ledgers));
  }

  /** Runs modes in turns. */
  public Verdict compare(ModesOptions options, RunOptions run, long seed, Database database)
      throws IOException {
    ModesPlan plan = options.plan(run, seed);
    Environment environment = Environment.of(site.cluster());
    Settings settings = site.announce(plan, environment, database);
    PlainWrites.awaitSight(site.connection(), database, site.out());
    Ground ground = new Ground(database, null);
    Windows windows = new Windows();
    windows.all().add(environment);
    Layout layout = database.layout();
    windows
        .all()
        .run(
            () -> site.measure(plan, Maps.toMap(plan.modes(), mode -> ground), settings, windows),
            () -> site.publish(plan, settings, layout, windows, Map.of()));
    site.out().println("The data are not checked: modes without transactions break them.");
    List<Target> targets =
        new ModesExperiment(settings, layout, "", new Report(List.of(), List.of()))
            .targets(windows.all().points());
    return new Verdict(true, !targets.stream().allMatch(Target::isMet));
  }
}
