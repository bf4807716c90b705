package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.micro.scale.Part.PartName;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is to be measured. Immutable, and sensible once it exists.
 *
 * @param delays milliseconds added to every request; 0 is always among them
 * @param rows per transaction
 * @param regions of a table
 * @param servers that a table's regions lie on
 * @param hotCommits of one row
 * @param timeSeconds of every window
 * @param warmupSeconds before the first part
 */
record ScalePlan(
    List<PartName> parts,
    List<Integer> delays,
    List<Integer> rows,
    List<Integer> regions,
    List<Integer> servers,
    List<Integer> threads,
    int hotCommits,
    int timeSeconds,
    int warmupSeconds,
    int rounds,
    long seed) {

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  ScalePlan {
    parts = Arguments.distinct("--part", parts);
    delays = Arguments.distinct("--delay", Stream.concat(Stream.of(0), delays.stream()).toList());
    rows = Arguments.distinct("--rows", rows);
    regions = Arguments.distinct("--regions", regions);
    servers = Arguments.distinct("--servers", servers);
    threads = Arguments.distinct("--threads", threads);
    delays.forEach(delay -> require("--delay", delay, 0, 1_000));
    rows.forEach(count -> require("--rows", count, 1, 1_000));
    regions.forEach(count -> require("--regions", count, 1, 100));
    servers.forEach(count -> require("--servers", count, 1, 16));
    threads.forEach(count -> require("--threads", count, 1, 1_000));
    require("--hot-commits", hotCommits, 100, 10_000_000);
    require("--time", timeSeconds, 1, 3_600);
    require("--warmup", warmupSeconds, 0, 3_600);
    require("--rounds", rounds, 1, 100);
  }

  Duration time() {
    return Duration.ofSeconds(timeSeconds);
  }

  /** Sizes of locks do not depend on it. */
  boolean needsWarmUp() {
    return warmupSeconds > 0 && !parts.equals(List.of(PartName.LOCKS));
  }

  /** None, and the longest. */
  List<Integer> extremeDelays() {
    return Arguments.distinct("--delay", List.of(0, Collections.max(delays)));
  }

  /** Region servers that are needed. */
  int mostServers() {
    return parts.contains(PartName.SERVERS) ? Collections.max(servers) : 1;
  }

  private static void require(String option, int value, int least, int most) {
    Arguments.require(
        value >= least && value <= most,
        option + " must be " + least + " to " + most + ", not " + value);
  }
}
