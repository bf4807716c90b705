package io.rowlock.simulator;

import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionReads;
import io.rowlock.internal.transaction.TransactionScan;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world in which nothing fails, for reads that are not validated: each shows the
 * committed rows of its instant below the transaction's own writes, and a transaction commits if
 * and only if no row that counts as read was changed.
 */
final class Previews {

  private static final TableName TABLE = TableName.valueOf("previews");
  private static final int ROWS = 6;
  private static final int TRANSACTIONS = 12;
  private static final int STEPS = 6;

  private final RandomGenerator dice;
  private final Counts counts;
  private final CalmWorld world;
  private final NavigableMap<String, Long> committed = new TreeMap<>();
  private long written;

  Previews(RandomGenerator dice, Counts counts) {
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

  private String key() {
    return "row" + dice.nextInt(ROWS);
  }

  /** One transaction, and what it must see. */
  private final class Preview {

    private final ActiveTransaction transaction = world.begin();
    private final Map<String, Long> put = new TreeMap<>();
    private final Map<String, Long> added = new TreeMap<>();
    private final Set<String> validated = new TreeSet<>();

    void run() {
      for (int i = dice.nextInt(STEPS); i >= 0; i--) {
        step();
      }
      boolean isOvertaken = false;
      if (dice.nextBoolean()) {
        String key =
            validated.isEmpty() || dice.nextBoolean() ? key() : validated.iterator().next();
        overtake(key);
        isOvertaken = validated.contains(key);
      }
      boolean counts = !put.isEmpty() || !added.isEmpty() || validated.size() > 1;
      boolean isCommitted = world.end(transaction);
      note(isCommitted);
      CalmWorld.require(
          isCommitted != (isOvertaken && counts), "committed, or conflicted, wrongly");
      if (isCommitted) {
        committed.putAll(put);
        added.forEach((key, sum) -> committed.merge(key, sum, Long::sum));
      }
    }

    private void note(boolean isCommitted) {
      Previews.this.counts.count(isCommitted ? "previews committed" : "previews overtaken");
    }

    private void step() {
      String key = key();
      switch (dice.nextInt(8)) {
        case 0 -> put(key);
        case 1, 2 -> increment(key);
        case 3, 4 -> get(key, transaction.unvalidatedReads(), false);
        case 5 -> scan(key);
        case 6 -> overtakeHarmlessly(key);
        default -> get(key, transaction.reads(), true);
      }
    }

    private void put(String key) {
      long value = ++written;
      world.time.await(transaction.write(TABLE, putOf(key, value)));
      put.put(key, value);
      added.remove(key);
    }

    private void increment(String key) {
      var unused = world.time.await(transaction.increment(TABLE, incrementOf(key)));
      if (put.containsKey(key)) {
        put.merge(key, 1L, Long::sum);
      } else if (validated.contains(key)) {
        put.put(key, committed.getOrDefault(key, 0L) + 1);
      } else {
        added.merge(key, 1L, Long::sum);
      }
    }

    private void get(String key, TransactionReads reads, boolean isValidated) {
      Result found = world.time.await(reads.get(TABLE, new Get(Bytes.toBytes(key))));
      CalmWorld.require(
          value(found).equals(view(key)), "a get of " + key + " found " + value(found));
      meet(key);
      if (isValidated) {
        validated.add(key);
      }
    }

    private void scan(String first) {
      Scan scan = new Scan().withStartRow(Bytes.toBytes(first));
      TransactionScan rows = transaction.unvalidatedReads().scan(TABLE, scan);
      Set<String> expected = new TreeSet<>(committed.tailMap(first).keySet());
      put.keySet().stream().filter(key -> key.compareTo(first) >= 0).forEach(expected::add);
      added.keySet().stream().filter(key -> key.compareTo(first) >= 0).forEach(expected::add);
      for (String key : expected) {
        Result row = world.time.await(rows.next());
        CalmWorld.require(
            row != null && Bytes.toString(row.getRow()).equals(key) && value(row).equals(view(key)),
            "a scan missed " + key);
        meet(key);
      }
      CalmWorld.require(world.time.await(rows.next()) == null, "a scan found too many rows");
      rows.close();
    }

    /** A sum that is open is computed from what is read, which counts as read then. */
    private void meet(String key) {
      Long sum = added.remove(key);
      if (sum != null) {
        put.put(key, committed.getOrDefault(key, 0L) + sum);
        validated.add(key);
      }
    }

    private Long view(String key) {
      Long own = put.get(key);
      return own == null
          ? Long.valueOf(committed.getOrDefault(key, 0L) + added.getOrDefault(key, 0L))
          : own;
    }

    private void overtakeHarmlessly(String key) {
      if (!validated.contains(key)) {
        overtake(key);
      }
    }
  }

  private void overtake(String key) {
    ActiveTransaction other = world.begin();
    long value = ++written;
    world.time.await(other.write(TABLE, putOf(key, value)));
    CalmWorld.require(world.end(other), "no transaction was in the way of the other one");
    committed.put(key, value);
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
