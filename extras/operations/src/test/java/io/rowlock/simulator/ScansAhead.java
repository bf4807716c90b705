package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.internal.transaction.TransactionScan;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A separate small world where a client scans without validation, which reads pages ahead, while
 * another one commits and some pages are lost. A scan meets rows in their order, each as one commit
 * has left it and no older than at the beginning of the scan, and misses none that was always
 * there. It fails only if a page was lost.
 */
final class ScansAhead implements Interceptor {

  private static final TableName TABLE = TableName.valueOf("ahead");
  private static final TransactionLimits LIMITS = new TransactionLimits(1_000, 10_000_000);
  private static final byte[] ONE = Bytes.toBytes("one");
  private static final byte[] OTHER = Bytes.toBytes("other");
  private static final byte[] SEVERAL = Bytes.toBytes("several");
  private static final int MOST_ROWS = 80;
  private static final int MOST_SCANS = 4;

  private final SplittableRandom dice;
  private final Counts counts;
  private final VirtualTime time = new VirtualTime();
  private final MemoryCluster cluster = new MemoryCluster();
  private final Environment environment;
  private final LockProtocol reader;
  private final LockProtocol writer;

  /** The value of each row that is there. */
  private final Map<String, Integer> rows = new TreeMap<>();

  private final Set<String> removed = new HashSet<>();
  private int commits;
  private int losses;

  ScansAhead(SplittableRandom dice, Counts counts) {
    this.dice = dice;
    this.counts = counts;
    this.environment = time.environment(dice.nextLong());
    this.reader = client(new InMemoryRowStore(cluster, this, Runnable::run));
    this.writer = client(new InMemoryRowStore(cluster, Interceptor.NONE, Runnable::run));
  }

  private LockProtocol client(InMemoryRowStore store) {
    return new LockProtocol(
        store,
        store,
        environment,
        new ProtocolSettings(
            Duration.ofSeconds(100), Duration.ofSeconds(1), 1_000, 10_000_000, false, 1_000));
  }

  /** Answers at once, a little later, or never. */
  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    switch (dice.nextInt(12)) {
      case 0 -> {
        losses++;
        call.fail(new IOException("the page is lost"));
      }
      case 1, 2, 3 -> time.schedule(Duration.ofMillis(1), call::deliver);
      default -> call.deliver();
    }
  }

  /**
   * Runs a few scans.
   *
   * @throws AssertionError if one of them shows what it must not, or fails for no reason
   */
  void run() {
    createTable();
    int all = 1 + dice.nextInt(MOST_ROWS);
    for (int i = 0; i < all; i++) {
      put("%03d".formatted(2 * i));
    }
    for (int i = 0; i < MOST_SCANS; i++) {
      scan();
    }
    askForVersions();
    counts.count("scans ahead");
  }

  /** Creates the table; one of its families keeps several versions. */
  private void createTable() {
    cluster.createTable(TABLE, "f", "several");
    NavigableSet<byte[]> all = cluster.describe(TABLE).families();
    NavigableSet<byte[]> oneVersion = new TreeSet<>(all);
    oneVersion.remove(SEVERAL);
    cluster.alterTable(TABLE, all, oneVersion);
  }

  /** Gets may ask for several versions of what keeps one. */
  private void askForVersions() {
    Get get = new Get(Bytes.toBytes("000"));
    boolean isThere = rows.containsKey("000");
    CalmWorld.require(
        answers(versions(new Get(get).addFamily(Content.F)), !isThere), "a good get is refused");
    CalmWorld.require(!answers(versions(get), false), "versions of all families");
    CalmWorld.require(
        !answers(versions(new Get(get).addFamily(SEVERAL)), true), "versions of that family");
    CalmWorld.require(
        !answers(versions(new Get(get).addFamily(ONE)), true), "versions of a missing family");
  }

  private Get versions(Get get) {
    try {
      return get.readVersions(2 + dice.nextInt(3));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Returns whether the get is answered; requires its answer to be empty or not. */
  private boolean answers(Get get, boolean isEmpty) {
    ActiveTransaction transaction = begin(reader);
    try {
      Result row = time.await(transaction.reads().get(TABLE, get));
      CalmWorld.require(row.isEmpty() == isEmpty, "a get shows " + row);
      return true;
    } catch (CompletionException refused) {
      return false;
    }
  }

  private ActiveTransaction begin(LockProtocol by) {
    TransactionId id = TransactionId.fresh(environment.random());
    return new ActiveTransaction(by, id, time.currentMillis(), LIMITS, TransactionObserver.NONE);
  }

  private void put(String key) {
    byte[] value = Bytes.toBytes(++commits);
    Put put = new Put(Bytes.toBytes(key)).addColumn(Content.F, ONE, value);
    ActiveTransaction transaction = begin(writer);
    time.await(transaction.write(TABLE, put.addColumn(Content.F, OTHER, value)));
    time.await(transaction.commit());
    rows.put(key, commits);
  }

  private void delete(String key) {
    ActiveTransaction transaction = begin(writer);
    time.await(transaction.write(TABLE, new Delete(Bytes.toBytes(key))));
    time.await(transaction.commit());
    rows.remove(key);
    removed.add(key);
  }

  private void change() {
    String key = "%03d".formatted(dice.nextInt(2 * MOST_ROWS));
    if (dice.nextInt(4) == 0) {
      delete(key);
    } else {
      put(key);
    }
  }

  private void scan() {
    Map<String, Integer> before = new TreeMap<>(rows);
    Set<String> met = new TreeSet<>();
    removed.clear();
    losses = 0;
    Scan scan = new Scan().setReversed(dice.nextInt(4) == 0);
    if (dice.nextInt(4) == 0) {
      scan.addFamily(Content.F).readVersions(Integer.MAX_VALUE);
    }
    if (dice.nextInt(4) > 0) {
      scan.setCaching(1 + dice.nextInt(7));
    }
    int limit = dice.nextInt(4) == 0 ? 1 + dice.nextInt(MOST_ROWS) : -1;
    ActiveTransaction transaction = begin(reader);
    TransactionScan opened = transaction.unvalidatedReads().scan(TABLE, scan.setLimit(limit));
    boolean isWhole = goThrough(opened, scan.isReversed(), before, met);
    opened.close();
    time.runUntilIdle();
    time.await(transaction.commit());
    before.keySet().removeAll(removed);
    if (isWhole && limit < 0) {
      CalmWorld.require(met.containsAll(before.keySet()), "rows are missing: " + met);
    }
    CalmWorld.require(limit < 0 || met.size() <= limit, "more than the limit: " + met);
  }

  /** Returns whether the scan came to its end. */
  private boolean goThrough(
      TransactionScan opened, boolean isReversed, Map<String, Integer> before, Set<String> met) {
    String last = null;
    while (dice.nextInt(60) > 0) {
      if (dice.nextInt(3) == 0) {
        change();
      }
      Result row;
      try {
        row = time.await(opened.next());
      } catch (CompletionException failed) {
        CalmWorld.require(losses > 0, "a scan failed for no reason: " + failed);
        return false;
      }
      if (row == null) {
        return true;
      }
      String key = Bytes.toString(row.getRow());
      boolean isNext =
          last == null || (isReversed ? key.compareTo(last) < 0 : key.compareTo(last) > 0);
      CalmWorld.require(isNext && met.add(key), "row " + key + " comes after " + last);
      judge(key, row, before);
      last = key;
    }
    return false;
  }

  private void judge(String key, Result row, Map<String, Integer> before) {
    int one = Bytes.toInt(row.getValue(Content.F, ONE));
    int other = Bytes.toInt(row.getValue(Content.F, OTHER));
    CalmWorld.require(one == other, "row " + key + " is torn: " + one + ", " + other);
    CalmWorld.require(one >= before.getOrDefault(key, 0), "row " + key + " is old: " + one);
  }
}
