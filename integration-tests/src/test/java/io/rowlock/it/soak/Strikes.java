package io.rowlock.it.soak;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Strikes one after the other, in shuffled rounds that contain each possible kind. */
final class Strikes {
  private static final Logger LOG = LoggerFactory.getLogger(Strikes.class);

  private final RegionStrikes regions;
  private final ProcessStrikes processes;
  private final List<Strike> round;
  private final Random random;
  private final Map<Strike, Integer> struck = new EnumMap<>(Strike.class);
  private final Map<Strike, Integer> refused = new EnumMap<>(Strike.class);
  private int next;

  /** Strikes what there is: clients that do not last, and servers of the soak's own. */
  Strikes(SoakCluster cluster, Clients clients, RegionStrikes regions, Random random) {
    this.regions = regions;
    this.processes = new ProcessStrikes(cluster, clients, random);
    this.round = Strike.round(clients.areMortal(), cluster.own().isPresent());
    this.random = random;
  }

  /** Strikes once, and returns when it is over. */
  void strike() throws IOException {
    if (next % round.size() == 0) {
      Collections.shuffle(round, random);
    }
    Strike strike = round.get(next % round.size());
    next++;
    if (strike.isOnProcess()) {
      processes.strike(strike);
      count(strike, struck);
    } else {
      strikeRegions(strike);
    }
  }

  private void strikeRegions(Strike strike) {
    try {
      regions.strike(strike);
      count(strike, struck);
    } catch (IOException e) {
      count(strike, refused);
      LOG.info("HBase refused the strike {}", strike, e);
    }
  }

  private static void count(Strike strike, Map<Strike, Integer> counts) {
    counts.merge(strike, 1, Integer::sum);
  }

  Map<Strike, Integer> struck() {
    return Collections.unmodifiableMap(struck);
  }

  int serversKilled() {
    return processes.serversKilled();
  }

  /** Strikes that HBase refused, such as a merge of a region that was just split. */
  Map<Strike, Integer> refused() {
    return Collections.unmodifiableMap(refused);
  }
}
