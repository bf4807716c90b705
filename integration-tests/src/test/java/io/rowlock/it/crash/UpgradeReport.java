package io.rowlock.it.crash;

import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the clients of each version have done in an {@link UpgradeRun}. */
record UpgradeReport(Map<Version, Count> counts) {

  /**
   * @param oneRegion committed transactions that wrote several rows, all in one region
   * @param severalRegions committed transactions that wrote rows in several regions
   * @param locksLeft by clients of the version, and settled by the other version
   */
  record Count(int clients, int oneRegion, int severalRegions, int locksLeft) {
    private boolean isMeaningful() {
      return oneRegion > 0 && severalRegions > 0 && locksLeft > 0;
    }

    @Override
    public String toString() {
      return ("%d clients, %d commits in one region, %d across regions,"
              + " %d locks left to the other version")
          .formatted(clients, oneRegion, severalRegions, locksLeft);
    }
  }

  static UpgradeReport of(UpgradeRun run, List<Version> versions) throws IOException {
    Map<Version, Count> counts = new LinkedHashMap<>();
    for (Version version : versions) {
      List<HistoryProcess> clients =
          run.clients().keySet().stream()
              .filter(client -> version.equals(run.clients().get(client)))
              .toList();
      List<HistoryTransaction> committed =
          Histories.of(clients).transactions().stream()
              .filter(transaction -> transaction.outcome() == Outcome.OK)
              .toList();
      int locksLeft = run.locksLeft().getOrDefault(version, 0);
      counts.put(
          version, new Count(clients.size(), inOne(committed), across(committed), locksLeft));
    }
    return new UpgradeReport(counts);
  }

  private static int inOne(List<HistoryTransaction> transactions) {
    return (int)
        transactions.stream().filter(one -> appends(one).size() > 1 && regions(one) == 1).count();
  }

  private static int across(List<HistoryTransaction> transactions) {
    return (int) transactions.stream().filter(one -> regions(one) > 1).count();
  }

  private static List<Step.Append> appends(HistoryTransaction transaction) {
    return transaction.steps().stream()
        .filter(Step.Append.class::isInstance)
        .map(Step.Append.class::cast)
        .toList();
  }

  private static long regions(HistoryTransaction transaction) {
    return appends(transaction).stream()
        .map(append -> ListKey.slot(append.key()) * UpgradeRun.REGIONS / Plan.SLOTS)
        .distinct()
        .count();
  }

  /** Whether each version has done everything that the test is about. */
  boolean isMeaningful() {
    return counts.values().stream().allMatch(Count::isMeaningful);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    counts.forEach((version, count) -> lines.add(version.name() + ": " + count));
    return lines;
  }
}
