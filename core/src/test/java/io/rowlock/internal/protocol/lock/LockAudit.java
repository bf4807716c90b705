package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.MemoryCluster;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.jspecify.annotations.Nullable;

/**
 * Watches every write that the servers apply, from any client and however late: checks it against
 * the protocol's invariants I1 to I5, counts its kinds, and traces it.
 */
public final class LockAudit {

  /** A commit point has left its row locked for the next transaction of its client. */
  public static final String HANDED_OVER = "commits that handed their lock over";

  /** A request to change a lock, with its client. */
  public record Entry(
      String client, RowKey key, @Nullable StoredLock expected, @Nullable ConditionalWrite write) {}

  private final MemoryCluster cluster;
  private final TraceListener trace;
  private final Consumer<String> counter;
  private final TransactionAudit transactions;
  private final CommitPointAudit commitPoints = new CommitPointAudit();
  private final SortedMap<RowKey, RowAudit> rows = new TreeMap<>();

  /**
   * Creates an audit.
   *
   * @param tags finds the mark that a transaction leaves in its rows
   * @param counter receives the name of each event
   */
  public LockAudit(
      MemoryCluster cluster,
      Function<List<Cell>, @Nullable String> tags,
      TraceListener trace,
      Consumer<String> counter) {
    this.cluster = cluster;
    this.trace = trace;
    this.counter = counter;
    this.transactions = new TransactionAudit(cluster, tags);
  }

  public Entry entry(String client, ConditionalWrite write) {
    RowLock lock = RowLockCodec.decode(write.key(), write.replacement().bytes());
    if (lock instanceof Committed committed) {
      commitPoints.sending(committed.id(), write);
    }
    return new Entry(client, write.key(), write.expected(), write);
  }

  public Entry entry(String client, LockRemoval removal) {
    return new Entry(client, removal.key(), removal.expected(), null);
  }

  /** Returns what is known of a row. */
  public RowAudit row(RowKey key) {
    RowAudit known = rows.get(key);
    if (known == null) {
      long floor = cluster.describe(key.table()).floor();
      known = new RowAudit(key, floor, cluster.rawGet(key));
      rows.put(key, known);
    }
    return known;
  }

  /** Notes that the row has had that lock before its present one, and the same data. */
  public void hasHad(RowKey key, StoredLock lock) {
    row(key).states().add(0, new StoredRow(key, cluster.rawGet(key).cells(), lock));
  }

  /**
   * Returns the mark of the transaction that wrote that version of the row; null for the first one.
   */
  public @Nullable String writerOf(RowKey key, long version) {
    TransactionId id = row(key).writers().get(version);
    return id == null ? null : transactions.tagOf(id);
  }

  /** Returns whether no transaction holds the row. */
  public boolean isFree(RowKey key) {
    return LockedRow.of(cluster.rawGet(key)).lock() instanceof Stable;
  }

  /** Returns the row as it is. */
  public StoredRow now(RowKey key) {
    List<StoredRow> states = row(key).states();
    return states.get(states.size() - 1);
  }

  /** Returns the row as it is, or was a few writes ago. */
  public StoredRow earlier(RowKey key, SplittableRandom dice) {
    List<StoredRow> states = row(key).states();
    List<StoredRow> vacuumed = row(key).beforeVacuum();
    if (!vacuumed.isEmpty() && dice.nextBoolean()) {
      return vacuumed.get(dice.nextInt(vacuumed.size()));
    }
    return states.get(Math.max(0, states.size() - 1 - dice.nextInt(4)));
  }

  /** Returns whether that is an earlier state of the row. */
  public boolean isPast(StoredRow row) {
    List<StoredRow> states = row(row.key()).states();
    return !states.get(states.size() - 1).equals(row);
  }

  /** Returns whether the request commits a transaction that has more to do. */
  public boolean isCommitPoint(Entry entry) {
    ConditionalWrite write = entry.write();
    if (write == null) {
      return false;
    }
    RowLock lock = RowLockCodec.decode(write.key(), write.replacement().bytes());
    return lock instanceof Committed && !write.data().isEmpty();
  }

  /** Applies a request that reaches the servers; the entries are its changes, at one instant. */
  public WriteOutcome execute(List<Entry> entries, Function<MemoryCluster, WriteOutcome> request) {
    commitPoints.check();
    entries.forEach(entry -> row(entry.key()));
    WriteOutcome outcome = request.apply(cluster);
    for (Entry entry : entries) {
      note(entry.client(), outcome.kind(), entry);
      if (outcome.isApplied()) {
        applied(entry);
      }
    }
    if (outcome.isApplied() && entries.size() > 1) {
      counter.accept("region writes");
    }
    return outcome;
  }

  private void applied(Entry entry) {
    RowAudit row = row(entry.key());
    ConditionalWrite write = entry.write();
    if (write != null) {
      RowLock before = row.lock();
      row.applied(write, cluster.rawGet(write.key()));
      transactions.applied(entry.client(), write, before, row.lock());
      count(entry.client(), write, before, row.lock());
    } else {
      row.vacuumed(cluster.rawGet(entry.key()));
    }
  }

  private void count(String client, ConditionalWrite write, RowLock before, RowLock after) {
    if (after instanceof Prewritten held && held.intent().isEmpty()) {
      counter.accept("rows held");
    }
    if (before instanceof Prewritten held && after instanceof Stable) {
      boolean forward = RowAudit.applies(write, held);
      boolean own = client.equals(transactions.ownerOf(held.id()));
      counter.accept((forward ? "rolled forward" : "rolled back") + (own ? "" : " by others"));
    } else if (before instanceof Prewritten held && after instanceof Prewritten next) {
      counter.accept(held.id().equals(next.id()) ? "beats" : over(client, held, next));
    } else if (before instanceof Committed && after instanceof Prewritten) {
      counter.accept("prewritten over committed primary");
    } else if (before instanceof Stable was && after instanceof Stable stable) {
      counter.accept(stable.fence() > was.fence() ? "fences" : "single writes");
    }
  }

  private String over(String client, Prewritten held, Prewritten next) {
    boolean isEscalation =
        held.intent().isEmpty() && client.equals(transactions.ownerOf(held.id()));
    if (!isEscalation) {
      return "prewritten over unrolled intent";
    }
    boolean commits = held.base().version() != next.base().version();
    return commits ? HANDED_OVER : "prewritten over own escalation lock";
  }

  /** Notes the fate of a request. */
  public void note(String client, Object what, Entry entry) {
    trace.log(
        client,
        () -> {
          ConditionalWrite write = entry.write();
          StoredLock expected = entry.expected();
          String from = expected == null ? "(none)" : "@" + expected.time();
          String to =
              write == null
                  ? "(removed)"
                  : "@"
                      + write.replacement().time()
                      + " "
                      + LockText.of(RowLockCodec.decode(write.key(), write.replacement().bytes()));
          return what + " " + entry.key() + " " + from + " -> " + to;
        });
  }
}
