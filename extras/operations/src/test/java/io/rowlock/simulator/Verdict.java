package io.rowlock.simulator;

import io.rowlock.history.Anomaly;
import io.rowlock.history.History;
import io.rowlock.history.HistoryChecker;
import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.Step;
import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.internal.protocol.lock.RowAudit.Sighting;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import io.rowlock.simulator.UserRecord.Observation;
import io.rowlock.simulator.UserRecord.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Compares the outcomes of transactions with what the servers did: all or nothing, no uncommitted
 * write is ever visible, and strict serializability.
 *
 * <p>The true order of each row's versions is known, so rows are registers whose values are the
 * numbers of their writers. A deleted row shows no number: such a read is checked for its content,
 * and counts in the order only if it can mean one version alone.
 */
final class Verdict {

  /** The event of a read that a stale server answered, so that its order is not guaranteed. */
  static final String STALE_READS = "reads answered from the past";

  private final List<UserRecord> transactions;
  private final SortedMap<RowKey, Content> initial;
  private final LockAudit audit;
  private final boolean mayRefuse;
  private final Predicate<TableName> keepsVersions;
  private final Map<String, UserRecord> byTag = new HashMap<>();
  private final Map<TransactionId, List<UserRecord>> members = new HashMap<>();
  private final Map<RowKey, TreeMap<Long, Content>> contents = new TreeMap<>();
  private final Map<RowKey, Map<Long, Long>> versions = new TreeMap<>();
  private final Map<RowKey, Map<Long, Content>> results = new TreeMap<>();

  /**
   * Creates a verdict.
   *
   * @param mayRefuse whether users could get a refusal
   * @param keepsVersions the tables that keep all versions
   */
  Verdict(
      List<UserRecord> transactions,
      SortedMap<RowKey, Content> initial,
      LockAudit audit,
      boolean mayRefuse,
      Predicate<TableName> keepsVersions) {
    this.keepsVersions = keepsVersions;
    this.transactions = transactions;
    this.initial = initial;
    this.audit = audit;
    this.mayRefuse = mayRefuse;
    transactions.forEach(transaction -> byTag.put(transaction.tag(), transaction));
    transactions.forEach(this::noteIdentities);
    members.forEach(
        (id, all) -> all.sort(Comparator.comparing(member -> member.identities().get(id))));
  }

  private void noteIdentities(UserRecord transaction) {
    for (TransactionId id : transaction.identities().keySet()) {
      members.computeIfAbsent(id, first -> new ArrayList<>()).add(transaction);
    }
  }

  /** Returns the identities under which several transactions tried to commit as one. */
  List<TransactionId> combinations() {
    return members.keySet().stream().filter(id -> members.get(id).size() > 1).toList();
  }

  /** Returns the transactions that wrote a version of the row as one, in their order. */
  private List<UserRecord> writersOf(RowKey key, long version) {
    TransactionId id = audit.row(key).writers().get(version);
    if (members.containsKey(id)) {
      return members.get(id).stream().filter(member -> member.changes().containsKey(key)).toList();
    }
    String tag = audit.writerOf(key, version);
    UserRecord writer = tag == null ? null : byTag.get(tag);
    return writer == null || !writer.changes().containsKey(key) ? List.of() : List.of(writer);
  }

  /**
   * Checks that each transaction is applied completely or not at all, and that everything read was
   * committed.
   */
  void checkEffects() {
    initial.keySet().forEach(this::computeContents);
    transactions.forEach(this::checkAllOrNothing);
    initial.keySet().forEach(this::checkSightings);
    for (UserRecord transaction : transactions) {
      transaction.observations().forEach(seen -> checkObservation(transaction, seen));
      checkAgreement(transaction);
      transaction.counts().forEach((key, count) -> checkCount(transaction, key, count));
    }
  }

  /** Computes the correct content of each version of the row. */
  private void computeContents(RowKey key) {
    TreeMap<Long, Content> byVersion = new TreeMap<>();
    Map<Long, Long> byNumber = new HashMap<>();
    byVersion.put(audit.row(key).firstVersion(), initial.get(key));
    Map<Long, Content> byWriter = new HashMap<>();
    for (long version : audit.row(key).writers().keySet()) {
      List<UserRecord> writers = writersOf(key, version);
      require(!writers.isEmpty(), () -> key + " was written by no transaction at " + version);
      require(
          writers.size() == 1 || !keepsVersions.test(key.table()),
          () -> key + " keeps one version of several transactions: " + writers);
      Content content = byVersion.lastEntry().getValue();
      for (UserRecord writer : writers) {
        Long earlier = byNumber.put(writer.number(), version);
        require(earlier == null, () -> key + " was written twice by " + writer);
        content = writer.changes().get(key).after(content);
        byWriter.put(writer.number(), content);
      }
      byVersion.put(version, content);
    }
    results.put(key, byWriter);
    contents.put(key, byVersion);
    versions.put(key, byNumber);
  }

  private void checkAllOrNothing(UserRecord transaction) {
    boolean isStrange =
        transaction.outcome() == Outcome.BROKEN
            || (transaction.outcome() == Outcome.REFUSED && !mayRefuse);
    require(!isStrange, () -> transaction + " got a strange failure");
    int expected = transaction.changes().size();
    int applied = 0;
    for (RowKey key : transaction.changes().keySet()) {
      applied += versionBy(transaction, key) == null ? 0 : 1;
    }
    boolean fits =
        switch (transaction.outcome()) {
          case COMMITTED -> applied == expected;
          case OPEN, UNKNOWN -> applied == expected || applied == 0;
          default -> applied == 0;
        };
    int found = applied;
    require(fits, () -> found + " of " + expected + " changes were made by " + transaction);
  }

  private @Nullable Long versionBy(UserRecord transaction, RowKey key) {
    return versions.get(key).get(transaction.number());
  }

  private void checkSightings(RowKey key) {
    for (Sighting sighting : audit.row(key).sightings()) {
      Content seen = Content.of(sighting.cells());
      Content right = contents.get(key).get(sighting.version());
      require(seen.equals(right), () -> key + " was to be seen as " + seen + ", not " + right);
    }
  }

  private void checkObservation(UserRecord transaction, Observation seen) {
    List<Long> candidates = candidates(seen);
    require(!candidates.isEmpty(), () -> transaction + " saw what never was: " + seen);
    Long own = commitTimestamp(transaction);
    boolean isBelow = own == null || candidates.get(0) < own;
    require(isBelow, () -> transaction + " committed below what it saw: " + seen);
  }

  /** Checks that everything that a committed transaction has read of a row is from one version. */
  private void checkAgreement(UserRecord transaction) {
    if (transaction.outcome() != Outcome.COMMITTED) {
      return;
    }
    Map<RowKey, List<Observation>> byRow =
        transaction.observations().stream().collect(Collectors.groupingBy(Observation::key));
    byRow.forEach(
        (key, seen) ->
            require(
                contents.get(key).values().stream()
                    .anyMatch(content -> seen.stream().allMatch(one -> one.fits(content))),
                () -> transaction + " was shown several versions: " + seen));
  }

  /** Returns null if it has written nothing. */
  private @Nullable Long commitTimestamp(UserRecord transaction) {
    for (RowKey key : transaction.changes().keySet()) {
      Long version = versionBy(transaction, key);
      if (version != null) {
        return version;
      }
    }
    return null;
  }

  /** Returns the versions that look like what was seen. */
  private List<Long> candidates(Observation seen) {
    List<Long> candidates = new ArrayList<>(1);
    contents
        .get(seen.key())
        .forEach(
            (version, content) -> {
              if (seen.fits(content)) {
                candidates.add(version);
              }
            });
    return candidates;
  }

  /** Checks that the result of an increment is the resulting count of the row. */
  private void checkCount(UserRecord transaction, RowKey key, long count) {
    Content right = results.get(key).get(transaction.number());
    if (right != null) {
      boolean fits = right.count() != null && right.count() == count;
      require(fits, () -> transaction + " was told that " + key + " is " + count + ": " + right);
    }
  }

  /** Checks that there is an order of all transactions that fits what they read, and real time. */
  void checkOrder() {
    List<Anomaly> anomalies = HistoryChecker.check(history());
    require(anomalies.isEmpty(), () -> "No order fits: " + anomalies);
  }

  private History history() {
    List<HistoryTransaction> all = new ArrayList<>();
    for (UserRecord transaction : transactions) {
      List<Step> steps = new ArrayList<>();
      for (Observation seen : transaction.observations()) {
        addRead(seen, steps);
      }
      addPrefetched(transaction, all);
      for (RowKey key : transaction.changes().keySet()) {
        steps.add(new Step.Write(name(key), transaction.number()));
      }
      all.add(
          new HistoryTransaction(
              transaction.tag(),
              transaction.process(),
              transaction.begin(),
              transaction.end(),
              outcome(transaction),
              steps));
    }
    return new History(all, orders());
  }

  /**
   * Adds reads of transactions that did not commit: each row is right at some instant; all rows of
   * a committed transaction at one.
   */
  private void addPrefetched(UserRecord transaction, List<HistoryTransaction> all) {
    if (transaction.outcome() == Outcome.COMMITTED) {
      return;
    }
    for (Observation seen : transaction.observations()) {
      List<Step> one = new ArrayList<>(1);
      addRead(seen, one);
      if (!one.isEmpty()) {
        all.add(
            new HistoryTransaction(
                transaction.tag() + "'s glimpse of " + seen.key(),
                -all.size() - 1,
                seen.from(),
                seen.to(),
                HistoryTransaction.Outcome.OK,
                one));
      }
    }
  }

  private void addRead(Observation seen, List<Step> steps) {
    List<Long> candidates = candidates(seen);
    if (candidates.size() == 1) {
      List<UserRecord> writers = writersOf(seen.key(), candidates.get(0));
      Long value = writers.isEmpty() ? null : writers.get(writers.size() - 1).number();
      steps.add(new Step.Read(name(seen.key()), value, seen.fromRange()));
    }
  }

  private static HistoryTransaction.Outcome outcome(UserRecord transaction) {
    return switch (transaction.outcome()) {
      case COMMITTED -> HistoryTransaction.Outcome.OK;
      case OPEN, UNKNOWN -> HistoryTransaction.Outcome.INFO;
      default -> HistoryTransaction.Outcome.FAIL;
    };
  }

  private Map<String, List<Long>> orders() {
    Map<String, List<Long>> orders = new HashMap<>();
    for (RowKey key : initial.keySet()) {
      List<Long> order = new ArrayList<>();
      for (long version : audit.row(key).writers().keySet()) {
        writersOf(key, version).forEach(writer -> order.add(writer.number()));
      }
      orders.put(name(key), order);
    }
    return orders;
  }

  private static String name(RowKey key) {
    return key.table().getNameAsString() + "/" + Bytes.toString(key.row());
  }

  private static void require(boolean condition, Supplier<String> otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise.get());
    }
  }
}
