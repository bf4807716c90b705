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
 *       cell either, because a member joins only if {@link KeptVersions} permits each such write. A
 *       member does not replace what an earlier one computes from the stored value: that may be
 *       impossible, which is a failure of the earlier one alone.
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
  private final int mostRows;
  private final RandomGenerator random;
  private final KeptVersions kept;
  private final List<CommitRequest> members = new ArrayList<>();
  private final SortedMap<RowKey, RowWrite> writes = new TreeMap<>();
  private final ReadSet reads = new ReadSet();
  private boolean isWhole = true;

  /**
   * Returns a combination of the leader alone.
   *
   * @param mostMembers the transactions that commit as one, at most
   * @param mostRows the rows that a transaction may write, at most
   */
  Combination(
      CommitRequest leader,
      int mostMembers,
      int mostRows,
      RandomGenerator random,
      KeptVersions kept) {
    this.leader = leader;
    this.kept = kept;
    this.mostMembers = mostMembers;
    this.mostRows = Math.min(mostRows, MAX_ROWS);
    this.random = random;
    add(leader, leader.writes());
  }

  /**
   * Takes a transaction along; returns false if it must commit by itself. It then meets any failure
   * of this method there, errors of the virtual machine included.
   */
  boolean take(CommitRequest next) {
    try {
      if (!mayJoin(next)) {
        return false;
      }
      next.gate().check();
      SortedMap<RowKey, RowWrite> composed = composed(next);
      if (dropsChanges(composed)) {
        return false;
      }
      add(next, composed);
      return true;
    } catch (Throwable itsOwn) {
      return false;
    }
  }

  private boolean mayJoin(CommitRequest next) {
    return isWhole
        && members.size() < mostMembers
        && writes.size() + next.writes().size() <= mostRows
        && !hasReadWhatIsWritten(next)
        && agrees(reads, next.reads())
        && !replacesWhatIsKept(next);
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

  /** A change of what is stored may be impossible, so it is computed although it is replaced. */
  private boolean dropsChanges(SortedMap<RowKey, RowWrite> composed) {
    return composed.entrySet().stream()
        .anyMatch(
            row -> {
              RowWrite before = writes.get(row.getKey());
              return before != null && !row.getValue().needs().includesAll(before.needs());
            });
  }

  private void add(CommitRequest member, SortedMap<RowKey, RowWrite> composed) {
    isWhole = false;
    members.add(member);
    writes.putAll(composed);
    addRows(member.reads());
    addRanges(member.reads());
    addCells(member.reads());
    isWhole = true;
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

  List<Gate> gates() {
    return members.stream().map(CommitRequest::gate).toList();
  }

  /**
   * Returns the request that commits all members.
   *
   * @param gate passes those of all members, or none
   * @throws IllegalStateException if an error has left a member half added
   */
  CommitRequest request(Gate gate) {
    if (!isWhole) {
      throw new IllegalStateException("A transaction was added in part");
    }
    List<TransactionObserver> observers = members.stream().map(CommitRequest::observer).toList();
    return new CommitRequest(
        identity(),
        members.stream().mapToLong(CommitRequest::age).min().orElseThrow(),
        writes,
        reads,
        leader.prefetch().forgotten(),
        leader.reservation(),
        new CombinedObserver(observers),
        gate);
  }

  private TransactionId identity() {
    return TransactionId.fresh(random);
  }
}
