package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Transactions of this process that commit as one: a leader, which has the turn at its rows, and
 * passengers, which wait for some of them.
 *
 * <p>Safety: for the protocol a combination is one ordinary transaction, under an identity of its
 * own (I4), with all reads and all writes of its members. So it takes effect at one instant or
 * never, and at that instant everything that a member has read is current. The members take effect
 * there one after the other, in the order in which they joined:
 *
 * <ul>
 *   <li>A member has read nothing that an earlier member writes, neither by key nor in a range, so
 *       it saw what it would have seen after them.
 *   <li>All members that have read a row have read the same version.
 *   <li>Where several members write a row, the later write follows the earlier one, as in one
 *       transaction: a cell that it replaces or deletes is never stored. HBase would not keep that
 *       cell either, because a member joins only if {@link KeptVersions} permits each such write.
 *   <li>No request that can commit is sent before the gates of all members are passed.
 * </ul>
 *
 * <p>The outcome "committed" is that of each member, and so is "unknown". A combination that surely
 * is not committed proves that no member is: each commits by itself, under its own identity. Not
 * thread-safe.
 */
final class Combination {

  /** A combined attempt must not hold many rows for the sake of one. */
  private static final int MAX_ROWS = 256;

  private final CommitRequest leader;
  private final int mostMembers;
  private final RandomGenerator random;
  private final KeptVersions kept;
  private final List<CommitRequest> members = new ArrayList<>();
  private final SortedMap<RowKey, RowWrite> writes = new TreeMap<>();
  private final ReadSet reads = new ReadSet();

  Combination(CommitRequest leader, int mostMembers, RandomGenerator random, KeptVersions kept) {
    this.leader = leader;
    this.kept = kept;
    this.mostMembers = mostMembers;
    this.random = random;
    add(leader, leader.writes());
  }

  /** Takes a transaction along; returns false if it must commit by itself. */
  boolean take(CommitRequest next) {
    boolean isFull =
        members.size() >= mostMembers || writes.size() + next.writes().size() > MAX_ROWS;
    if (isFull
        || hasReadWhatIsWritten(next)
        || !agrees(reads, next.reads())
        || replacesWhatIsKept(next)) {
      return false;
    }
    try {
      next.gate().check();
      add(next, composed(next));
      return true;
    } catch (RuntimeException itsOwn) { // it meets this failure when it commits by itself
      return false;
    }
  }

  private boolean hasReadWhatIsWritten(CommitRequest next) {
    return writes.keySet().stream().anyMatch(row -> next.reads().versionOf(row).isPresent());
  }

  private boolean replacesWhatIsKept(CommitRequest next) {
    return next.writes().entrySet().stream()
        .filter(later -> writes.containsKey(later.getKey()))
        .anyMatch(later -> !kept.mayReplace(later.getKey().table(), later.getValue()));
  }

  private static boolean agrees(ReadSet one, ReadSet other) {
    return agree(one, other) && agree(other, one);
  }

  private static boolean agree(ReadSet one, ReadSet other) {
    return one.rows().values().stream()
        .allMatch(
            row -> {
              OptionalLong version = other.versionOf(row.key());
              return version.isEmpty() || version.getAsLong() == row.version();
            });
  }

  /** Returns the rows that the transaction writes, after what is written there already. */
  private SortedMap<RowKey, RowWrite> composed(CommitRequest next) {
    SortedMap<RowKey, RowWrite> composed = new TreeMap<>();
    next.writes()
        .forEach(
            (row, write) -> {
              RowWrite before = writes.get(row);
              composed.put(row, before == null ? write : before.then(write));
            });
    return composed;
  }

  private void add(CommitRequest member, SortedMap<RowKey, RowWrite> composed) {
    members.add(member);
    writes.putAll(composed);
    addRows(member.reads());
    addRanges(member.reads());
    addCells(member.reads());
  }

  private void addRows(ReadSet read) {
    read.rows().forEach((key, row) -> reads.addRow(row.after(reads.row(key))));
  }

  private void addRanges(ReadSet read) {
    read.ranges().forEach(reads::addRange);
  }

  private void addCells(ReadSet read) {
    RowKey newest = read.rowOfNewestCell();
    if (newest != null) {
      reads.sawCell(newest, read.newestCell());
    }
  }

  /** Returns the request that commits all members. */
  CommitRequest request(Reservation reservation) {
    List<Gate> gates = members.stream().map(CommitRequest::gate).toList();
    List<TransactionObserver> observers = members.stream().map(CommitRequest::observer).toList();
    return new CommitRequest(
        identity(),
        members.stream().mapToLong(CommitRequest::age).min().orElseThrow(),
        writes,
        reads,
        leader.prefetch().forgotten(),
        reservation,
        new CombinedObserver(observers),
        new CombinedGate(gates));
  }

  private TransactionId identity() {
    return TransactionId.fresh(random);
  }
}
