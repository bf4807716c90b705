package io.rowlock.simulator;

import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionReads;
import io.rowlock.internal.transaction.TransactionScan;
import io.rowlock.internal.transaction.WriteMark;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world for reads that are not validated, and for savepoints. Each read shows the
 * committed rows of its instant below the transaction's own writes, also if a client that died in
 * its commit has left locks. A transaction commits if and only if no row that counts as read was
 * changed.
 */
final class Previews {

  private static final TableName TABLE = TableName.valueOf("previews");
  private static final SortedSet<String> KEYS =
      IntStream.range(0, 4)
          .mapToObj("row%d"::formatted)
          .collect(Collectors.toCollection(TreeSet::new));
  private static final int TRANSACTIONS = 24;
  private static final int STEPS = 10;
  private static final int MOST_WRITES_OF_THE_DEAD = 6;

  /** More than all increments of a run, so that no two changes lead to the same value. */
  private static final long APART = 1_000;

  private final SplittableRandom dice;
  private final Counts counts;
  private final CalmWorld world;
  private final NavigableMap<String, Long> committed = new TreeMap<>();
  private long written;

  Previews(SplittableRandom dice, Counts counts) {
    this.dice = dice;
    this.counts = counts;
    this.world = new CalmWorld(dice);
  }

  /**
   * Runs the transactions.
   *
   * @throws AssertionError if a read shows something else, or a transaction commits or conflicts
   *     otherwise
   */
  void run() {
    world.store.createTable(TABLE, "f");
    for (int i = 0; i < TRANSACTIONS; i++) {
      new Preview().run();
    }
  }

  private long fresh() {
    written += APART;
    return written;
  }

  private String key() {
    return List.copyOf(KEYS).get(dice.nextInt(KEYS.size()));
  }

  /** One transaction, and what it must see. */
  private final class Preview {

    private final ActiveTransaction transaction = world.begin();
    private final ExpectedRows expected = new ExpectedRows(committed, KEYS);
    private final List<WriteMark> marks = new ArrayList<>();

    void run() {
      for (int i = dice.nextInt(STEPS); i >= 0; i--) {
        step();
      }
      boolean isOvertaken = false;
      if (dice.nextBoolean()) {
        SortedSet<String> validated = expected.validated();
        String key = validated.isEmpty() || dice.nextBoolean() ? key() : validated.first();
        overtake(key);
        isOvertaken = validated.contains(key);
      }
      boolean isCommitted = world.end(transaction);
      counts.count(isCommitted ? "previews committed" : "previews overtaken");
      CalmWorld.require(
          isCommitted != (isOvertaken && expected.needsValidation()),
          "committed, or conflicted, wrongly");
      if (isCommitted) {
        expected.commit();
      }
    }

    private void step() {
      String key = key();
      switch (dice.nextInt(12)) {
        case 0, 1 -> put(key);
        case 2, 3 -> increment(key);
        case 4 -> get(key, false);
        case 5 -> scan(key, false);
        case 6 -> overtakeHarmlessly(key);
        case 7 -> abandon(key, key());
        case 8 -> {
          mark();
          put(key);
          if (dice.nextBoolean()) {
            mark();
            put(key());
          }
        }
        case 9 -> returnToMark();
        case 10 -> scan(key, dice.nextBoolean());
        default -> get(key, true);
      }
    }

    private TransactionReads reads(boolean isValidated) {
      return isValidated ? transaction.reads() : transaction.unvalidatedReads();
    }

    private void put(String key) {
      long value = fresh();
      world.time.await(transaction.write(TABLE, putOf(key, value)));
      expected.put(key, value);
    }

    private void increment(String key) {
      var unused = world.time.await(transaction.increment(TABLE, incrementOf(key)));
      expected.increment(key);
    }

    private void get(String key, boolean isValidated) {
      Result found = world.time.await(reads(isValidated).get(TABLE, getOf(key)));
      CalmWorld.require(
          value(found).equals(expected.view(key)), "a get of " + key + " found " + value(found));
      expected.meet(key, isValidated);
    }

    private void scan(String first, boolean isValidated) {
      Scan scan = new Scan().withStartRow(Bytes.toBytes(first));
      TransactionScan rows = reads(isValidated).scan(TABLE, scan);
      for (String key : expected.from(first)) {
        Result row = world.time.await(rows.next());
        boolean isRight =
            row != null
                && Bytes.toString(row.getRow()).equals(key)
                && value(row).equals(expected.view(key));
        CalmWorld.require(isRight, "a scan missed " + key);
        expected.meet(key, isValidated);
      }
      CalmWorld.require(world.time.await(rows.next()) == null, "a scan found too many rows");
      rows.close();
      if (isValidated) {
        expected.scanned(first);
      }
    }

    private void mark() {
      if (dice.nextInt(8) == 0) {
        requireNoOtherCall();
      }
      marks.add(world.time.await(transaction.mark()));
      expected.mark();
    }

    /** The other call, of a client that is dead, is under way for ever. */
    private void requireNoOtherCall() {
      ActiveTransaction dead = world.beginAndDie(0, dice.nextLong());
      var unused = dead.reads().get(TABLE, getOf(key()));
      CalmWorld.require(dead.mark().isCompletedExceptionally(), "marked during a call");
    }

    private void returnToMark() {
      if (marks.isEmpty()) {
        return;
      }
      int mark = dice.nextInt(marks.size());
      CalmWorld.require(world.time.await(transaction.returnTo(marks.get(mark))), "no such mark");
      expected.returnTo(mark);
      for (WriteMark later : marks.subList(mark + 1, marks.size())) {
        CalmWorld.require(!world.time.await(transaction.returnTo(later)), "a mark came back");
      }
      marks.subList(mark + 1, marks.size()).clear();
      counts.count("savepoints");
    }

    private void overtakeHarmlessly(String key) {
      if (!expected.validated().contains(key)) {
        overtake(key);
      }
    }

    /** Another client dies in its commit. Reads settle what it has left: all or nothing. */
    private void abandon(String key, String other) {
      SortedSet<String> validated = expected.validated();
      if (validated.contains(key) || validated.contains(other)) {
        return;
      }
      long value = fresh();
      ActiveTransaction dead =
          world.beginAndDie(dice.nextInt(MOST_WRITES_OF_THE_DEAD), dice.nextLong());
      for (String row : new TreeSet<>(List.of(key, other))) {
        world.time.await(dead.write(TABLE, putOf(row, value)));
      }
      var unused = dead.commit();
      if (settled(key) == value) {
        committed.put(key, value);
        committed.put(other, value);
        counts.count("previews of a dead client's writes");
      }
      CalmWorld.require(isCommitted(key) && isCommitted(other), "half of a dead client's writes");
    }
  }

  private boolean isCommitted(String key) {
    return settled(key) == committed.getOrDefault(key, 0L);
  }

  /** Returns what a read shows that is not validated, in another transaction. */
  private long settled(String key) {
    return value(world.time.await(world.begin().unvalidatedReads().get(TABLE, getOf(key))));
  }

  private void overtake(String key) {
    ActiveTransaction other = world.begin();
    long value = fresh();
    world.time.await(other.write(TABLE, putOf(key, value)));
    CalmWorld.require(world.end(other), "no transaction was in the way of the other one");
    committed.put(key, value);
  }

  private static Get getOf(String key) {
    return new Get(Bytes.toBytes(key));
  }

  private static Put putOf(String key, long value) {
    return new Put(Bytes.toBytes(key)).addColumn(Content.F, Content.LIST, Bytes.toBytes(value));
  }

  private static Increment incrementOf(String key) {
    Increment increment = new Increment(Bytes.toBytes(key));
    return increment.addColumn(Content.F, Content.LIST, 1).setReturnResults(false);
  }

  private static Long value(Result row) {
    byte[] value = row.getValue(Content.F, Content.LIST);
    return value == null ? 0L : Bytes.toLong(value);
  }
}
