package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Loader;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.report.Report.Side;
import io.rowlock.bench.tpcc.report.Report.Track;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.ModeRounds.Ground;
import io.rowlock.bench.tpcc.run.ModeRounds.Windows;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import io.rowlock.bench.tpcc.run.Site.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Rowlock and plain HBase in turns, each on a database of its own; then both databases are checked.
 * Plain HBase gets plain tables, which are enabled for transactions only to be checked.
 */
public record SideBySide(Site site) {

  /** Returns the database of each mode, of which the first has this layout. */
  public static Map<Mode, Layout> layouts(Layout layout) {
    return Map.of(Mode.TX, layout, Mode.RAW_BATCHED, layout.beside());
  }

  /** Loads, runs, checks and reports. The verdict is about Rowlock's database. */
  public Verdict run(
      ModesOptions options, RunOptions run, Layout layout, Origin origin, int loaders)
      throws IOException {
    ModesPlan plan = options.sideBySide(run, origin.seed());
    Map<Mode, Layout> layouts = layouts(layout);
    Map<Mode, Database> databases = new EnumMap<>(Mode.class);
    for (Mode mode : plan.modes()) {
      Layout own = Objects.requireNonNull(layouts.get(mode));
      databases.put(
          mode,
          mode == Mode.TX ? site.load(own, origin, loaders) : site.loadPlain(own, origin, loaders));
    }
    Database first = Objects.requireNonNull(databases.get(Mode.TX));
    Environment environment = Environment.of(site.cluster());
    Settings settings = site.announce(plan, environment, first);
    Map<Mode, CheckResult> checks = new ConcurrentHashMap<>();
    Windows windows = new Windows();
    windows.all().add(environment);
    windows
        .all()
        .run(
            () -> {
              site.measure(plan, grounds(plan, databases), settings, windows);
              for (Mode mode : plan.modes()) {
                Database database = Objects.requireNonNull(databases.get(mode));
                List<Path> ledgers = run.ledgers(directoryOf(mode).path());
                checks.put(mode, check(database, mode, ledgers));
              }
            },
            () -> site.publish(plan, settings, layout, windows, checks));
    CheckResult check = checks.get(Mode.TX);
    return new Verdict(check != null && check.isPassed(), false);
  }

  private Map<Mode, Ground> grounds(ModesPlan plan, Map<Mode, Database> databases)
      throws IOException {
    Map<Mode, Ground> grounds = new EnumMap<>(Mode.class);
    for (Mode mode : plan.modes()) {
      Database database = Objects.requireNonNull(databases.get(mode));
      if (mode != Mode.TX) {
        PlainWrites.awaitSight(site.connection(), database, site.out());
      }
      Path ledgers = directoryOf(mode).path();
      Ledger.removeAll(ledgers);
      grounds.put(mode, new Ground(database, ledgers));
    }
    return grounds;
  }

  private ResultDirectory directoryOf(Mode mode) throws IOException {
    return ResultDirectory.create(site.directory().path().resolve(mode.toString()));
  }

  private CheckResult check(Database database, Mode mode, List<Path> ledgers) throws IOException {
    if (mode != Mode.TX) {
      try (Progress progress = Progress.start("tpcc", 1, site.err())) {
        new Loader(site.connection(), progress).enable(database);
      }
    }
    return site.check(database, ledgers);
  }

  /** Returns what the page shows of a mode, by its windows; the check is null for none. */
  static Side side(Mode mode, List<Portion> windows, @Nullable CheckResult check) {
    List<Double> seconds = new ArrayList<>();
    List<Double> perSecond = new ArrayList<>();
    double begin = 0;
    for (Portion window : windows) {
      for (Interval interval : window.intervals()) {
        seconds.add(begin + interval.second());
        perSecond.add(interval.tps());
      }
      begin += window.seconds();
    }
    return new Side(
        mode.label(),
        name(mode),
        new Track(seconds, perSecond),
        windows.stream().map(Portion::micros).toList(),
        check);
  }

  private static String name(Mode mode) {
    return switch (mode) {
      case TX -> "Rowlock";
      case RAW, RAW_BATCHED -> "plain HBase";
      case TWO_PHASE -> "two-phase commit";
    };
  }
}
