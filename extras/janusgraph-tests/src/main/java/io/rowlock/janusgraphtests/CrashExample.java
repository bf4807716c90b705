package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of the example; {@code scripts/example janusgraph} runs it. */
@Command(
    name = "janusgraph",
    description =
        "Two JanusGraph clients insert an order with the same unique number, and one of them is"
            + " killed (kill -9) at a random instant of its commit. Counts what is left.",
    footer = "Exit status 3: a count of Rowlock's modes is not zero.",
    mixinStandardHelpOptions = true)
final class CrashExample implements Callable<Integer> {

  /** After this time JanusGraph's locks of a dead client no longer count. */
  private static final Duration EXPIRY = Duration.ofSeconds(30);

  private static final String ROW = "%-12s %6s %8s %11s %11s %12s %14s %13s %9s%n";

  @Parameters(
      paramLabel = "MODE",
      description = "plain, configured, or store (default: all three).")
  private List<String> modes = List.of("plain", "configured", "store");

  @Option(
      names = "--runs",
      defaultValue = "10",
      description = "Clients to kill in each mode; 0: only measure the latency.")
  private int runs;

  @Option(names = "--lines", defaultValue = "1000", description = "Lines of an order.")
  private int lines;

  @Option(
      names = "--commits",
      defaultValue = "100",
      description = "Commits whose latency is measured in each mode.")
  private int commits;

  @Option(
      names = "--buffer-size",
      description = "storage.buffer-size in all modes (default: 1024 in plain, else 100000).")
  private @Nullable Integer bufferSize;

  @Option(names = "--seed", description = "Of the instants (default: another one each time).")
  private long seed = System.nanoTime();

  /** For what the clients log; the script names it. */
  private final Path log = Path.of(System.getProperty("rowlock.log", "janusgraph.log"));

  CrashExample() {}

  @Override
  public Integer call() throws IOException {
    Map<String, Map<String, String>> settings = new LinkedHashMap<>();
    for (String mode : modes) {
      settings.put(mode, settings(StorageMode.of(mode)));
    }
    System.out.printf(
        ROW, "", "", "", "incomplete", "lines", "index entry", "order without", "cannot be", "");
    System.out.printf(
        ROW,
        "mode",
        "kills",
        "orders",
        "orders",
        "w/o order",
        "w/o order",
        "index entry",
        "inserted",
        "twice");
    boolean isGood = true;
    for (Map.Entry<String, Map<String, String>> mode : settings.entrySet()) {
      boolean isClean = runs(mode.getKey(), mode.getValue());
      isGood &= isClean || mode.getKey().equals(StorageMode.PLAIN.label());
    }
    if (commits > 0) {
      new CommitLatency(settings).print(commits);
    }
    return isGood ? 0 : 3;
  }

  private Map<String, String> settings(StorageMode mode) {
    Map<String, String> settings = mode.settings("%s_%x".formatted(mode.label(), seed));
    settings.put("storage.lock.expiry-time", Long.toString(EXPIRY.toMillis()));
    // Else an insert waits for the locks of the dead client for 100 s, and then fails.
    settings.put("storage.write-time", "2000");
    settings.put("storage.hbase.region-count", "4"); // both servers get some
    if (bufferSize != null) {
      settings.put("storage.buffer-size", bufferSize.toString());
    }
    return settings;
  }

  /** Runs a mode and prints its counts; returns whether all of them are zero. */
  private boolean runs(String mode, Map<String, String> settings) throws IOException {
    try (CrashRuns crashes = new CrashRuns(settings, lines, log, new Random(seed))) {
      crashes.run(runs);
      int refused = crashes.complete(EXPIRY);
      if (!mode.equals(StorageMode.PLAIN.label())) {
        DeadClients.settle(Objects.requireNonNull(settings.get("storage.hbase.table")));
      }
      Census census = crashes.census();
      System.out.printf(
          ROW,
          mode,
          runs,
          crashes.orders(),
          census.incompleteOrders(),
          census.strayLines(),
          census.entriesWithoutOrder(),
          census.ordersWithoutEntry(),
          refused,
          census.duplicates());
      return refused == 0 && census.isClean();
    }
  }

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new CrashExample()).execute(arguments));
  }
}
