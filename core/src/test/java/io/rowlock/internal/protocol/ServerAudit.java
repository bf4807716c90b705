package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Committed;
import io.rowlock.internal.protocol.RowLock.Prewritten;
import io.rowlock.internal.protocol.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.VirtualTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Watches every write that the servers apply, whoever sent it and however late it comes, and counts
 * what kinds of it occur.
 */
final class ServerAudit {

  private final MemoryCluster cluster;
  private final long floor;
  private final VirtualTime time;
  private final Tally tally;
  private final @Nullable StringBuilder trace;
  private final SortedMap<RowKey, AuditedRow> rows = new TreeMap<>();
  private final Map<TransactionId, String> owners = new HashMap<>();
  private final Map<String, TransactionId> identities = new HashMap<>();

  ServerAudit(
      MemoryCluster cluster,
      long floor,
      VirtualTime time,
      Tally tally,
      @Nullable StringBuilder trace) {
    this.cluster = cluster;
    this.floor = floor;
    this.time = time;
    this.tally = tally;
    this.trace = trace;
  }

  /** What is known of a row. */
  AuditedRow row(RowKey key) {
    return rows.computeIfAbsent(key, absent -> new AuditedRow(absent, floor));
  }

  /** The row as it is, or was a few writes ago. */
  StoredRow earlier(RowRead read, RandomGenerator random) {
    List<StoredRow> states = row(read.key()).states();
    int back = random.nextInt(4);
    StoredRow state =
        back < states.size() ? states.get(states.size() - 1 - back) : cluster.rawGet(read.key());
    List<Cell> cells = state.cells().stream().filter(read.columns()::includes).toList();
    return new StoredRow(read.key(), cells, state.lock());
  }

  WriteOutcome execute(String client, PendingCall<ConditionalWrite, WriteOutcome> call) {
    ConditionalWrite write = call.request();
    StoredRow before = cluster.rawGet(write.key());
    WriteOutcome outcome = call.execute();
    tell(client, outcome.kind(), write);
    if (outcome.isApplied()) {
      StoredRow after = cluster.rawGet(write.key());
      count(client, LockedRow.of(before).lock(), LockedRow.of(after).lock());
      row(write.key()).applied(write, before, after);
    }
    return outcome;
  }

  private void count(String client, RowLock before, RowLock after) {
    if (before instanceof Prewritten held && after instanceof Stable stable) {
      boolean forward = stable.bearsTraceOf(held.id());
      boolean own = client.equals(owners.get(held.id()));
      tally.count((forward ? "rolled forward" : "rolled back") + (own ? "" : " by others"));
    } else if (before instanceof Prewritten held && after instanceof Prewritten next) {
      tally.count(held.id().equals(next.id()) ? "beats" : "prewritten over unrolled intent");
    } else if (before instanceof Committed && after instanceof Prewritten) {
      tally.count("prewritten over committed primary");
    } else if (before instanceof Stable was && after instanceof Stable stable) {
      tally.count(stable.fence() > was.fence() ? "fences" : "single writes");
    }
    if (after instanceof Prewritten prewritten) {
      noteOwner(client, prewritten);
    }
  }

  private void noteOwner(String client, Prewritten lock) {
    owners.put(lock.id(), client);
    String tag = Bytes.toString(lock.intent().valueOf(RowContent.G, RowContent.TAG));
    TransactionId first = identities.putIfAbsent(tag, lock.id());
    if (first != null && !first.equals(lock.id())) {
      tally.count("prewrites under another identity");
    }
  }

  /** Notes what becomes of a call. */
  void tell(String client, Enum<?> what, ConditionalWrite write) {
    if (trace != null) {
      RowLock lock = RowLockCodec.decode(write.key(), write.replacement().bytes());
      String change = shown(write.expected()) + " -> @" + write.replacement().time() + " " + lock;
      tell(client, what + " " + write.key() + " " + change);
    }
  }

  void tell(String who, Object what) {
    if (trace != null) {
      long micros = time.monotonicNanos() / 1000;
      trace.append(String.format("%9d us  %-8s %s%n", micros, who, what));
    }
  }

  private static String shown(@Nullable StoredLock lock) {
    return lock == null ? "(none)" : "@" + lock.time();
  }
}
