package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.report.Settings.Load;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes a run before it begins. */
final class Announcement {
  private Announcement() {}

  static void print(Settings settings, Environment environment, PrintWriter out) {
    Load load = settings.load();
    out.printf(
        Locale.ROOT,
        "%nTPC-C, unaudited: mode %s, layout %s, profile %s, %d warehouses%n",
        settings.mode(),
        settings.layout(),
        settings.profile(),
        settings.origin().scale().warehouses());
    if (!settings.banner().isEmpty()) {
      out.println(settings.banner());
    }
    int threads = load.deliveryThreads();
    out.printf(
        Locale.ROOT,
        "%s, terminals from number %d, %s%nDeliveries %s; %s after %.0f s of warm-up%n",
        load.crew(),
        load.firstTerminal(),
        load.retries(),
        threads == 0 ? "inline" : "queued for " + threads + " threads",
        length(load),
        load.warmupSeconds());
    out.printf(
        Locale.ROOT,
        "Seed %d of the load, %d of the run; C %d of the load, %d, %d, %d of the run%n",
        settings.origin().seed(),
        settings.seed(),
        settings.origin().loadConstant(),
        settings.constants().last(),
        settings.constants().customer(),
        settings.constants().item());
    if (load.rpcDelay() > 0) {
      out.printf("Requests for data are sent %d ms later%n", load.rpcDelay());
    }
    out.println(environment);
  }

  private static String length(Load load) {
    Stream<String> limits =
        Stream.of(
            load.count() == 0 ? "" : load.count() + " business transactions",
            load.timeSeconds() == 0 ? "" : load.timeSeconds() + " s");
    return limits.filter(limit -> !limit.isEmpty()).collect(Collectors.joining(" or "));
  }
}
