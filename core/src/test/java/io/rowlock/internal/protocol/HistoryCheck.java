package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.AuditedRow.Sighting;
import io.rowlock.internal.protocol.TransactionRecord.Observation;
import io.rowlock.internal.protocol.TransactionRecord.Outcome;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Holds what transactions were told against what the servers did: all or nothing, nothing that was
 * not committed was ever to be seen, and strictly serializable.
 */
final class HistoryCheck {

  private final List<TransactionRecord> transactions;
  private final Map<RowKey, RowContent> initial;
  private final ServerAudit audit;
  private final Map<String, TransactionRecord> byTag = new HashMap<>();
  private final Map<RowKey, TreeMap<Long, RowContent>> contents = new TreeMap<>();
  private final DependencyGraph graph = new DependencyGraph();
  private final Map<String, Integer> nodes = new HashMap<>();

  HistoryCheck(
      List<TransactionRecord> transactions, Map<RowKey, RowContent> initial, ServerAudit audit) {
    this.transactions = transactions;
    this.initial = initial;
    this.audit = audit;
    transactions.forEach(transaction -> byTag.put(transaction.tag(), transaction));
  }

  /** All or nothing, and everything ever read was committed. */
  void checkEffects() {
    transactions.forEach(this::checkAllOrNothing);
    initial.keySet().forEach(this::computeContents);
    initial.keySet().forEach(this::checkSightings);
    transactions.forEach(this::checkObservations);
  }

  private void checkAllOrNothing(TransactionRecord transaction) {
    require(transaction.outcome() != Outcome.BROKEN, () -> transaction + " got a strange failure");
    List<RowKey> applied = new ArrayList<>();
    for (RowKey key : transaction.writes().keySet()) {
      if (audit.row(key).writers().containsValue(transaction.tag())) {
        applied.add(key);
      }
    }
    boolean all = applied.size() == transaction.writes().size();
    boolean fits =
        switch (transaction.outcome()) {
          case COMMITTED -> all;
          case OPEN, UNKNOWN -> all || applied.isEmpty();
          default -> applied.isEmpty();
        };
    require(fits, () -> transaction + " wrote " + transaction.writes() + ", there are " + applied);
  }

  /** The largest number when there is none. */
  private long versionWrittenBy(TransactionRecord transaction) {
    for (RowKey key : transaction.writes().keySet()) {
      for (Map.Entry<Long, String> write : audit.row(key).writers().entrySet()) {
        if (write.getValue().equals(transaction.tag())) {
          return write.getKey();
        }
      }
    }
    return Long.MAX_VALUE;
  }

  private boolean tookEffect(TransactionRecord transaction) {
    boolean wrote = versionWrittenBy(transaction) < Long.MAX_VALUE;
    return wrote || transaction.isCommitted();
  }

  /** What each version of the row holds if every write did what it was meant to. */
  private void computeContents(RowKey key) {
    TreeMap<Long, RowContent> versions = new TreeMap<>();
    versions.put(0L, initial.get(key));
    audit
        .row(key)
        .writers()
        .forEach(
            (version, tag) -> {
              TaggedWrite write = byTag.get(tag).writes().get(key);
              versions.put(version, write.after(versions.lastEntry().getValue()));
            });
    contents.put(key, versions);
  }

  private void checkSightings(RowKey key) {
    for (Sighting sighting : audit.row(key).sightings()) {
      RowContent right = contents.get(key).get(sighting.version());
      require(sighting.content().equals(right), () -> key + " was to be seen as " + sighting);
    }
  }

  private void checkObservations(TransactionRecord transaction) {
    for (Observation seen : transaction.observations()) {
      RowContent right = contents.get(seen.key()).get(seen.version());
      require(seen.content().equals(right), () -> transaction + " saw " + seen + ", not " + right);
      boolean later = versionWrittenBy(transaction) > seen.version();
      require(later, () -> transaction + " committed below what it saw, " + seen);
    }
  }

  /** There is an order of all transactions that fits what they saw, and real time. */
  void checkOrder() {
    for (TransactionRecord transaction : transactions) {
      if (tookEffect(transaction)) {
        int node = graph.add(transaction, transaction.begin(), transaction.end());
        nodes.put(transaction.tag(), node);
      }
    }
    initial.keySet().forEach(this::addWrites);
    transactions.forEach(this::addReads);
    graph.addRealTime();
    List<String> cycle = graph.findCycle();
    require(cycle.isEmpty(), () -> "no order fits: " + String.join(" -> ", cycle));
  }

  private void addWrites(RowKey key) {
    Integer previous = null;
    for (String tag : audit.row(key).writers().values()) {
      int writer = nodes.get(tag);
      if (previous != null) {
        graph.edge(previous, writer);
      }
      previous = writer;
    }
  }

  /** Each row that is read is right at some instant; all of a committed transaction at one. */
  private void addReads(TransactionRecord transaction) {
    Integer node = nodes.get(transaction.tag());
    for (Observation seen : transaction.observations()) {
      addRead(seen, graph.add(seen, seen.from(), seen.to()));
      if (node != null) {
        addRead(seen, node);
      }
    }
  }

  private void addRead(Observation seen, int reader) {
    TreeMap<Long, String> writers = new TreeMap<>(audit.row(seen.key()).writers());
    if (seen.version() != 0) {
      graph.edge(nodes.get(writers.get(seen.version())), reader);
    }
    Map.Entry<Long, String> next = writers.higherEntry(seen.version());
    if (next != null) {
      graph.edge(reader, nodes.get(next.getValue()));
    }
  }

  private static void require(boolean condition, Supplier<String> otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise.get());
    }
  }
}
