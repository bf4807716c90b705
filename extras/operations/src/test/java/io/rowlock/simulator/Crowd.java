package io.rowlock.simulator;

import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionScan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world with many rows, in which nothing fails: every scan shows exactly the
 * present rows, and a transaction commits if and only if no other one has changed what it has
 * passed.
 */
final class Crowd {

  private static final TableName TABLE = TableName.valueOf("crowd");
  static final int MOST_ROWS = 700;
  private static final int TRANSACTIONS = 6;
  private static final List<String> KEYS =
      IntStream.range(0, 2 * MOST_ROWS).mapToObj("%04d"::formatted).toList();

  private final SplittableRandom dice;
  private final int mostWrites;
  private final Counts counts;
  private final CalmWorld world;
  private final NavigableMap<String, String> committed = new TreeMap<>();
  private int written;

  /**
   * Creates a crowd.
   *
   * @param writes the number of initial writes
   */
  Crowd(SplittableRandom dice, Counts counts, int writes) {
    this.mostWrites = writes;
    this.dice = dice;
    this.counts = counts;
    this.world = new CalmWorld(dice);
  }

  /**
   * Runs the transactions.
   *
   * @throws AssertionError if a scan shows a wrong row, or a transaction overlooks a change
   */
  void run() {
    world.store.createTable(TABLE, "f");
    ActiveTransaction first = world.begin();
    int rows = dice.nextInt(mostWrites);
    for (int i = 0; i < rows; i++) {
      change(first, committed, key());
    }
    world.end(first);
    for (int i = 0; i < TRANSACTIONS; i++) {
      transact();
    }
  }

  private String key() {
    return KEYS.get(dice.nextInt(KEYS.size()));
  }

  private void transact() {
    ActiveTransaction transaction = world.begin();
    NavigableMap<String, String> own = new TreeMap<>(committed);
    Set<String> passed = new HashSet<>();
    Set<String> changed = new HashSet<>();
    changeSome(transaction, dice.nextInt(5), own, changed);
    for (int i = 1 + dice.nextInt(3); i > 0; i--) {
      scan(transaction, own, passed);
    }
    changeSome(transaction, dice.nextInt(dice.nextInt(4) > 0 ? 5 : 120), own, changed);
    boolean isOvertaken = dice.nextInt(3) == 0 && overtake(passed);
    boolean isCommitted = world.end(transaction);
    counts.count(isCommitted ? "crowds committed" : "crowds overtaken");
    CalmWorld.require(
        isCommitted != isOvertaken, "committed, though overtaken, or the other way round");
    if (isCommitted) {
      changed.forEach(key -> copy(key, own, committed));
    }
  }

  private static void copy(String key, Map<String, String> from, Map<String, String> to) {
    String value = from.get(key);
    if (value == null) {
      to.remove(key);
    } else {
      to.put(key, value);
    }
  }

  private void changeSome(
      ActiveTransaction transaction, int some, Map<String, String> rows, Set<String> changed) {
    for (int i = 0; i < some; i++) {
      String key = key();
      change(transaction, rows, key);
      changed.add(key);
    }
  }

  private void change(ActiveTransaction transaction, Map<String, String> rows, String key) {
    if (dice.nextInt(4) == 0) {
      world.time.await(transaction.write(TABLE, new Delete(Bytes.toBytes(key))));
      rows.remove(key);
    } else {
      String value = "v" + ++written;
      Put put = new Put(Bytes.toBytes(key));
      put.addColumn(Content.F, Content.LIST, Bytes.toBytes(value));
      world.time.await(transaction.write(TABLE, put));
      rows.put(key, value);
    }
  }

  /**
   * Makes another transaction change a row in between: one that was passed, or one that was not.
   */
  private boolean overtake(Set<String> passed) {
    String key = key();
    ActiveTransaction other = world.begin();
    change(other, committed, key);
    CalmWorld.require(world.end(other), "no transaction was in the way of the other one");
    return passed.contains(key);
  }

  private void scan(
      ActiveTransaction transaction, NavigableMap<String, String> own, Set<String> passed) {
    String first = key();
    String last = key();
    boolean swaps = first.compareTo(last) > 0;
    NavigableMap<String, String> range =
        new TreeMap<>(own.subMap(swaps ? last : first, true, swaps ? first : last, false));
    boolean isReversed = dice.nextBoolean();
    Scan scan = new Scan().setReversed(isReversed).setCaching(1 + dice.nextInt(200));
    String low = swaps ? last : first;
    String high = swaps ? first : last;
    scan.withStartRow(Bytes.toBytes(isReversed ? high : low), !isReversed);
    scan.withStopRow(Bytes.toBytes(isReversed ? low : high), isReversed);
    int most = dice.nextBoolean() ? Integer.MAX_VALUE : 1 + dice.nextInt(300);
    List<String> expected = new ArrayList<>();
    (isReversed ? range.descendingMap() : range)
        .forEach((key, value) -> expected.add(key + "=" + value));
    List<String> required = expected.subList(0, Math.min(most, expected.size()));
    List<String> met = meet(transaction.reads().scan(TABLE, scan), most);
    CalmWorld.require(
        met.equals(required), scan + ", at most " + most + ", met " + met + ", not " + required);
    pass(first, last, isReversed, met, most, passed);
  }

  private List<String> meet(TransactionScan scan, int most) {
    List<String> met = new ArrayList<>();
    Result row = most == 0 ? null : world.time.await(scan.next());
    while (row != null) {
      String value = Bytes.toString(row.getValue(Content.F, Content.LIST));
      met.add(Bytes.toString(row.getRow()) + "=" + value);
      row = met.size() == most ? null : world.time.await(scan.next());
    }
    return met;
  }

  /** Notes every key that the scan has passed, with a row or without. */
  private static void pass(
      String first,
      String last,
      boolean isReversed,
      List<String> met,
      int most,
      Set<String> passed) {
    boolean isWhole = met.size() < most;
    String from = first.compareTo(last) > 0 ? last : first;
    String to = first.compareTo(last) > 0 ? first : last;
    String end = isWhole || met.isEmpty() ? "" : met.get(met.size() - 1).substring(0, 4);
    for (String key : KEYS.subList(KEYS.indexOf(from), KEYS.indexOf(to))) {
      boolean isBefore =
          end.isEmpty() || (isReversed ? key.compareTo(end) >= 0 : key.compareTo(end) <= 0);
      if (isBefore) {
        passed.add(key);
      }
    }
  }
}
