package io.rowlock.it.recovery;

import java.io.IOException;
import java.util.Map;

/**
 * The shape of a transaction, with the content of its rows before and after it. Rows whose names
 * start with different letters are in different regions.
 */
@SuppressWarnings("ImmutableEnumChecker") // of constants and lambdas
enum TrialShape {
  SINGLE_ROW(
      Map.of("a/v", "old"),
      Map.of("a/v", "new"),
      rows -> {
        rows.get("a");
        rows.put("a", "v", "new");
      }),

  SINGLE_ROW_BLIND(Map.of("a/v", "old"), Map.of("a/v", "new"), rows -> rows.put("a", "v", "new")),

  TWO_ROWS(
      Map.of("a/v", "old", "z/v", "old"),
      Map.of("a/v", "new", "z/v", "new"),
      TrialShape::updateBoth),

  PRIMARY_IS_NEW(Map.of("a/v", "old"), Map.of("a/v", "new", "z/v", "new"), TrialShape::updateBoth),

  BLIND_ROWS(
      Map.of("a/v", "old", "z/v", "old"),
      Map.of("a/v", "new", "z/v", "new"),
      TrialShape::writeBoth),

  /** Another client changes a read row while the transaction is paused. */
  READS_BEYOND(
      Map.of("a/v", "old", "z/v", "old"),
      Map.of("a/v", "new", "z/v", "new"),
      rows -> {
        rows.get("r");
        rows.get("a");
        rows.put("a", "v", "new");
        rows.put("z", "v", "new");
      }),

  READS_BEYOND_AND_PRIMARY_IS_NEW(
      Map.of("a/v", "old", "m/v", "read"),
      Map.of("a/v", "new", "m/v", "read", "z/v", "new"),
      rows -> {
        rows.get("m");
        rows.get("z");
        rows.put("a", "v", "new");
        rows.put("z", "v", "new");
      }),

  RANGE(
      Map.of("a/v", "old", "m1/v", "one", "m3/v", "three"),
      Map.of("a/v", "new", "m1/v", "one", "m2/v", "new", "m3/v", "three"),
      rows -> {
        rows.scan("m1", "m9");
        rows.put("m2", "v", "new");
        rows.put("a", "v", "new");
      }),

  ROWS_AND_RANGES(
      Map.of("a/v", "old", "m1/v", "one", "m3/v", "three", "z/v", "old"),
      Map.of("a/v", "new", "m1/v", "one", "m2/v", "new", "m3/v", "new", "z/v", "new"),
      rows -> {
        rows.get("r");
        rows.scan("m1", "m9");
        rows.put("a", "v", "new");
        rows.put("m2", "v", "new");
        rows.put("m3", "v", "new");
        rows.put("z", "v", "new");
      }),

  /** A single request commits the transaction. */
  ONE_REGION(
      Map.of("a/v", "old", "b/v", "old", "c/v", "read"),
      Map.of("a/v", "new", "b/v", "new", "c/v", "read"),
      rows -> {
        rows.get("a");
        rows.get("c");
        rows.put("a", "v", "new");
        rows.put("b", "v", "new");
      }),

  /** The commit point includes two rows; the other two are prewritten together. */
  TWO_REGIONS(
      Map.of("a/v", "old", "b/v", "old", "c/v", "read", "y/v", "old", "z/v", "old"),
      Map.of("a/v", "new", "b/v", "new", "c/v", "read", "y/v", "new", "z/v", "new"),
      rows -> {
        rows.get("c");
        rows.put("a", "v", "new");
        rows.put("b", "v", "new");
        rows.put("y", "v", "new");
        rows.put("z", "v", "new");
      }),

  CHECK_AND_PUT(
      Map.of("a/v", "old", "z/v", "old"),
      Map.of("a/v", "new", "z/v", "new"),
      rows -> {
        rows.putIfEqual("a", "v", "old", "new");
        rows.putIfEqual("z", "v", "old", "new");
      }),

  MOVE(
      Map.of("a/v", "old", "a/w", "old"),
      Map.of("z/v", "new"),
      rows -> {
        rows.get("a");
        rows.delete("a");
        rows.put("z", "v", "new");
      }),

  DELETES(
      Map.of("a/v", "old", "a/w", "old", "m/v", "old", "m/w", "old"),
      Map.of("m/v", "old", "z/v", "new"),
      rows -> {
        rows.get("a");
        rows.delete("a");
        rows.deleteColumn("m", "w");
        rows.put("z", "v", "new");
      }),

  DELETE_AND_PUT_AGAIN(
      Map.of("a/v", "old", "a/w", "old", "z/v", "old"),
      Map.of("a/v", "new", "z/v", "new"),
      rows -> {
        rows.delete("a");
        rows.put("a", "v", "new");
        rows.put("z", "v", "new");
      }),

  INCREMENTS(
      Map.of("a/n", Trial.number(1), "z/n", Trial.number(5)),
      Map.of("a/n", Trial.number(2), "z/n", Trial.number(6)),
      TrialShape::incrementBoth),

  READ_ONLY(
      Map.of("a/v", "old", "m1/v", "one", "z/v", "old"),
      Map.of("a/v", "old", "m1/v", "one", "z/v", "old"),
      rows -> {
        rows.get("a");
        rows.get("z");
        rows.scan("m1", "m9");
      }),

  OVER_COMMITTED_SECONDARIES(
      Map.of("a/v", "left", "m/v", "left", "z/v", "left"),
      Map.of("a/v", "new", "m/v", "left", "z/v", "new"),
      TrialShape::updateFirstAndWriteSecond,
      LeftOver.COMMITTED),

  OVER_COMMITTED_PRIMARY(
      Map.of("a/v", "left", "m/v", "left", "z/v", "left"),
      Map.of("a/v", "left", "m/v", "new", "z/v", "new"),
      rows -> {
        rows.get("m");
        rows.put("m", "v", "new");
        rows.put("z", "v", "new");
      },
      LeftOver.COMMITTED),

  OVER_UNDECIDED(
      Map.of("a/v", "old", "z/v", "old"),
      Map.of("a/v", "new", "z/v", "new"),
      TrialShape::updateFirstAndWriteSecond,
      LeftOver.UNDECIDED);

  /** The code of the user. */
  interface Work {
    void run(TrialRows rows) throws IOException;
  }

  /** The locks of another client in the rows a, m and z; m is their primary. */
  enum LeftOver {
    NOTHING,
    /** The client committed "left" to all rows and died. */
    COMMITTED,
    /** The client died before its commit point. */
    UNDECIDED
  }

  private final Map<String, String> before;
  private final Map<String, String> after;
  private final Work work;
  private final LeftOver leftOver;

  TrialShape(Map<String, String> before, Map<String, String> after, Work work) {
    this(before, after, work, LeftOver.NOTHING);
  }

  TrialShape(Map<String, String> before, Map<String, String> after, Work work, LeftOver leftOver) {
    this.before = before;
    this.after = after;
    this.work = work;
    this.leftOver = leftOver;
  }

  /** Reads and writes the rows a and z. */
  private static void updateBoth(TrialRows rows) throws IOException {
    rows.get("a");
    rows.get("z");
    writeBoth(rows);
  }

  /** Writes the rows a and z blindly. */
  private static void writeBoth(TrialRows rows) throws IOException {
    rows.put("a", "v", "new");
    rows.put("z", "v", "new");
  }

  /** Reads and writes the row a, and writes z blindly. */
  private static void updateFirstAndWriteSecond(TrialRows rows) throws IOException {
    rows.get("a");
    writeBoth(rows);
  }

  /** Increments the rows a and z blindly. */
  private static void incrementBoth(TrialRows rows) throws IOException {
    rows.increment("a", "n");
    rows.increment("z", "n");
  }

  /** Values by row and column, like {@code a/v}. */
  Map<String, String> before() {
    return before;
  }

  Map<String, String> after() {
    return after;
  }

  Work work() {
    return work;
  }

  LeftOver leftOver() {
    return leftOver;
  }
}
