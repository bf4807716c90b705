package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.report.Settings;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes a run before it begins. */
final class Announcement {
  private Announcement() {}

  static void print(Settings settings, Environment environment, PrintWriter out) {
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
    out.printf(
        Locale.ROOT,
        "%s, terminals from number %d, %s%n",
        settings.crew(),
        settings.firstTerminal(),
        settings.retries());
    int threads = settings.deliveryThreads();
    out.printf(
        Locale.ROOT,
        "Deliveries %s; %s after %.0f s of warm-up%n",
        threads == 0 ? "inline" : "queued for " + threads + " threads",
        length(settings),
        settings.warmupSeconds());
    out.printf(
        Locale.ROOT,
        "Seed %d of the load, %d of the run; C %d of the load, %d, %d, %d of the run%n",
        settings.origin().seed(),
        settings.seed(),
        settings.origin().loadConstant(),
        settings.constants().last(),
        settings.constants().customer(),
        settings.constants().item());
    if (settings.rpcDelay() > 0) {
      out.printf("Requests for data are sent %d ms later%n", settings.rpcDelay());
    }
    out.println(environment);
  }

  private static String length(Settings settings) {
    Stream<String> limits =
        Stream.of(
            settings.count() == 0 ? "" : settings.count() + " business transactions",
            settings.timeSeconds() == 0 ? "" : settings.timeSeconds() + " s");
    return limits.filter(limit -> !limit.isEmpty()).collect(Collectors.joining(" or "));
  }
}
