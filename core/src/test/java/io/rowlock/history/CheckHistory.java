package io.rowlock.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The command that checks history files. */
public final class CheckHistory {

  /** How many anomalies of a file are printed. */
  private static final int MOST_SHOWN = 10;

  private static final int VALID = 0;
  private static final int ANOMALY = 1;
  private static final int UNREADABLE = 2;

  private CheckHistory() {}

  /**
   * Checks each file; the exit status is 0 if all are valid, 1 if one is not, 2 if one is no
   * history, or an empty one.
   */
  public static void main(String[] files) {
    System.exit(check(files));
  }

  static int check(String... files) {
    return Arrays.stream(files).mapToInt(CheckHistory::checkFile).max().orElse(UNREADABLE);
  }

  private static int checkFile(String file) {
    try {
      return check(file, HistoryReader.read(Path.of(file)));
    } catch (IOException e) {
      System.err.println("cannot read " + e.getMessage());
      return UNREADABLE;
    }
  }

  private static int check(String file, History history) {
    int transactions = history.transactions().size();
    if (transactions == 0) {
      System.err.println(file + ": no transactions to judge");
      return UNREADABLE;
    }
    List<Anomaly> anomalies = HistoryChecker.check(history);
    if (anomalies.isEmpty()) {
      System.out.println(file + ": valid, " + transactions + " transactions");
      return VALID;
    }
    System.out.println(file + ": not strictly serializable, " + transactions + " transactions");
    anomalies.stream().limit(MOST_SHOWN).forEach(anomaly -> System.out.println("  " + anomaly));
    if (anomalies.size() > MOST_SHOWN) {
      System.out.println("  and " + (anomalies.size() - MOST_SHOWN) + " more");
    }
    return ANOMALY;
  }
}
