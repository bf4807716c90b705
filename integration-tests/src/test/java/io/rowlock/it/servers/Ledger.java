package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Bank;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Tables under a load of transactions, the outcomes that their clients received, and the check of
 * both at the end.
 *
 * <p>A transaction moves money in a {@link Bank}, increments a counter blindly, writes its id to a
 * row that others overwrite, and adds an entry to a journal. Therefore
 *
 * <ul>
 *   <li>the journal shows the transactions that really committed,
 *   <li>the counters show whether each of them counts exactly once,
 *   <li>and a raw reader may only see ids that are in the journal in the end.
 * </ul>
 */
final class Ledger {

  private static final int COUNTERS = 6;
  private static final int MARKS = 8;

  /** The outcome that a client received. */
  enum Outcome {
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN
  }

  /** A wrong sum that a committed transaction found, and the time of its reads. */
  record WrongSum(long sum, long fromNanos, long toNanos) {

    boolean overlaps(Zombie zombie) {
      return fromNanos < zombie.toNanos() && toNanos > zombie.fromNanos();
    }
  }

  /** A time during which a server served regions that it no longer owned. */
  record Zombie(long fromNanos, long toNanos) {}

  private final Connection connection;
  private final Bank bank;
  private final TableName journal;
  private final TableName notes;
  private final Map<String, String> committed = new ConcurrentHashMap<>();
  private final Map<String, String> unknown = new ConcurrentHashMap<>();
  private final Set<String> idsOfFailed = ConcurrentHashMap.newKeySet();
  private final Set<String> idsSeenRaw = ConcurrentHashMap.newKeySet();
  private final Queue<WrongSum> wrongSums = new ConcurrentLinkedQueue<>();
  private final Queue<Zombie> zombies = new ConcurrentLinkedQueue<>();

  private Ledger(Connection connection, Bank bank) throws IOException {
    this.connection = connection;
    this.bank = bank;
    this.journal = TestTables.create(connection, "3", "6");
    this.notes = TestTables.create(connection, "mark");
  }

  static Ledger open(Connection connection, TransactionManager transactions) throws IOException {
    return new Ledger(connection, Bank.open(connection, transactions));
  }

  /** All tables, the two of the bank first. */
  List<TableName> tables() {
    return Stream.concat(Stream.of(bank.tables()), Stream.of(journal, notes)).toList();
  }

  /** Runs a transaction of the load; the user's code fails in one of sixteen. */
  Outcome transact(TransactionManager client, Random random, String entry) {
    String[] id = new String[1];
    try {
      client.run(tx -> write(tx, random, entry, id));
      committed.put(entry, id[0]);
      return Outcome.COMMITTED;
    } catch (CommitOutcomeUnknownException unknownOutcome) {
      unknown.put(entry, id[0]);
      return Outcome.UNKNOWN;
    } catch (IOException surelyNot) {
      if (id[0] != null) {
        idsOfFailed.add(id[0]);
      }
      return Outcome.NOT_COMMITTED;
    }
  }

  private void write(Transaction tx, Random random, String entry, String[] id) throws IOException {
    if (id[0] != null) {
      idsOfFailed.add(id[0]);
    }
    id[0] = tx.id();
    bank.transfer(tx, random);
    Increment one = new Increment(Rows.bytes("count-" + random.nextInt(COUNTERS)));
    one.addColumn(TestTables.F, Rows.V, 1).setReturnResults(false);
    Result unused = tx.table(notes).increment(one);
    tx.table(notes).put(Rows.put("mark-" + random.nextInt(MARKS), tx.id()));
    tx.table(journal).put(Rows.put(entry, tx.id()));
    if (random.nextInt(16) == 0) {
      throw new IOException("The user's code gives up");
    }
  }

  /** Adds up one group of accounts; returns false after a conflict. */
  boolean audit(TransactionManager client, int group, Bank.Reading how) throws IOException {
    long start = System.nanoTime();
    try (Transaction tx = client.begin()) {
      long sum = bank.sum(tx, group, how);
      tx.commit();
      if (sum != Bank.SUM_OF_GROUP) {
        wrongSums.add(new WrongSum(sum, start, System.nanoTime()));
      }
      return true;
    } catch (ConflictException rival) {
      return false;
    }
  }

  /** Records what a plain reader sees. */
  void readRaw() throws IOException {
    idsSeenRaw.addAll(rawTexts(notes, Rows.range("mark", "n")).values());
    idsSeenRaw.addAll(rawTexts(journal, new Scan()).values());
  }

  Set<String> idsOfFailed() {
    return idsOfFailed;
  }

  int idsSeenRaw() {
    return idsSeenRaw.size();
  }

  /**
   * Records a time during which a server may have answered reads from the past: HBase's own limit.
   */
  void noteZombie(long fromNanos, long toNanos) {
    zombies.add(new Zombie(fromNanos, toNanos));
  }

  /** Returns the wrong sums of audits during a zombie, or of all others. */
  List<WrongSum> wrongSums(boolean duringZombies) {
    return wrongSums.stream()
        .filter(wrong -> zombies.stream().anyMatch(wrong::overlaps) == duringZombies)
        .toList();
  }

  /** Checks everything after the end of all clients; {@code reader} is new. */
  void check(TransactionManager reader) throws IOException {
    for (int i = 0; i < Bank.GROUPS; i++) {
      int group = i;
      long sum = reader.<Long, IOException>call(tx -> bank.sum(tx, group, Bank.Reading.MULTI_GET));
      assertThat(sum).as("sum of group %d", group).isEqualTo(Bank.SUM_OF_GROUP);
    }
    assertThat(bank.rawTotal()).as("raw total").isEqualTo(Bank.GROUPS * Bank.SUM_OF_GROUP);
    Map<String, String> written = rawTexts(journal, new Scan());
    assertThat(written).as("journal").containsAllEntriesOf(committed);
    assertThat(written.values()).as("ids written").doesNotContainAnyElementsOf(idsOfFailed);
    Set<String> more = new HashSet<>(written.keySet());
    more.removeAll(committed.keySet());
    assertThat(unknown.keySet()).as("unknown outcomes").containsAll(more);
    assertThat(counted()).as("sum of the counters").isEqualTo(written.size());
    assertThat(written.values()).as("ids of the journal").containsAll(idsSeenRaw);
  }

  private long counted() throws IOException {
    long count = 0;
    try (Table raw = connection.getTable(notes)) {
      for (Result row : Rows.scan(raw, Rows.range("count", "d"))) {
        count += Rows.number(row);
      }
    }
    return count;
  }

  private Map<String, String> rawTexts(TableName table, Scan scan) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Table raw = connection.getTable(table)) {
      for (Result row : Rows.scan(raw, scan.addFamily(TestTables.F))) {
        texts.put(Bytes.toString(row.getRow()), Rows.text(row));
      }
    }
    return texts;
  }
}
