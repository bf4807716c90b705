package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.RowWrite;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Transactions of this process that commit as one: blind writers of the same rows. Nothing is to be
 * validated, and each row concerns all of them: no read, conflict or slow row of one holds the
 * others up.
 *
 * <p>Safety: for the protocol a combination is one ordinary transaction, under an identity of its
 * own (I4), with all writes of its members. So it takes effect at one instant or never. The members
 * take effect there one after the other, in the order in which they joined:
 *
 * <ul>
 *   <li>No member has read anything, so each would have done the same after the others.
 *   <li>The later write of a row follows the earlier one, as in one transaction: a cell that it
 *       replaces or deletes is never stored. HBase would not keep that cell either, because a
 *       member joins only if {@link KeptVersions} permits each such write. A member does not
 *       replace what an earlier one computes from the stored value: that may be impossible, which
 *       is a failure of the earlier one alone.
 *   <li>No request that can commit is sent before the gates of all members are passed.
 * </ul>
 *
 * <p>The outcome "committed" is that of each member, and so is "unknown". A combination that surely
 * is not committed proves that no member is: {@link CombinedCommit} commits them again, others
 * together, or alone. If members leave, the rest may not go together any more: what one of them
 * computes may depend on one that has left, and is checked again. Not thread-safe.
 */
final class Combination {

  /** Larger transactions go alone: the line is locked while writes are composed. */
  static final int MAX_ROWS = 256;

  private final CommitRequest leader;
  private final List<Member> members = new ArrayList<>();
  private final LongSupplier random;
  private final KeptVersions kept;
  private SortedMap<RowKey, RowWrite> writes;

  /** Returns a combination of the leader alone. */
  Combination(Member leader, LongSupplier random, KeptVersions kept) {
    this.leader = leader.request();
    this.random = random;
    this.kept = kept;
    this.writes = leader.request().writes();
    members.add(leader);
  }

  /**
   * Returns whether the transaction may commit as one with others: it is small, and read nothing.
   */
  static boolean mayCombine(CommitRequest request) {
    return request.reads().isEmpty() && request.writes().size() <= MAX_ROWS;
  }

  /** Returns the members, the leader first. */
  List<Member> members() {
    return List.copyOf(members);
  }

  /**
   * Takes a blind transaction as a member; returns false if it must wait for its own turn. It then
   * meets any failure of this method there, errors of the virtual machine included.
   */
  boolean take(Member next) {
    try {
      return writesTheSameRows(next.request()) && !replacesWhatIsKept(next.request()) && join(next);
    } catch (Throwable itsOwn) {
      return false;
    }
  }

  /**
   * Returns a combination of some of the members, in their order.
   *
   * @throws IllegalStateException if they go together only with the others
   */
  Combination of(List<Member> some) {
    Combination fewer = new Combination(some.get(0).with(leader.hold()), random, kept);
    if (!some.subList(1, some.size()).stream().allMatch(fewer::join)) {
      throw new IllegalStateException("A member would replace what another one computes");
    }
    return fewer;
  }

  private boolean join(Member next) {
    SortedMap<RowKey, RowWrite> composed = composed(next.request());
    if (dropsChanges(composed)) {
      return false;
    }
    members.add(next);
    writes = composed;
    return true;
  }

  private boolean writesTheSameRows(CommitRequest next) {
    return writes.keySet().equals(next.writes().keySet());
  }

  private boolean replacesWhatIsKept(CommitRequest next) {
    return next.writes().entrySet().stream()
        .anyMatch(later -> !kept.mayReplace(later.getKey().table(), later.getValue()));
  }

  /** Returns the writes of all members, followed by those of this transaction. */
  private SortedMap<RowKey, RowWrite> composed(CommitRequest next) {
    SortedMap<RowKey, RowWrite> composed = new TreeMap<>(writes);
    next.writes().forEach((row, write) -> composed.merge(row, write, RowWrite::then));
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

  /** Returns a gate that passes those of all members, or none. */
  CombinedGate gate() {
    return new CombinedGate(requests().map(CommitRequest::gate).toList());
  }

  /** Returns the request that commits all members. */
  CommitRequest request(CombinedGate gate) {
    List<TransactionObserver> observers = requests().map(CommitRequest::observer).toList();
    return new CommitRequest(
        identity(),
        requests().mapToLong(CommitRequest::age).min().orElseThrow(),
        writes,
        new ReadSet(),
        leader.prefetch().forgotten(),
        leader.hold(),
        new CombinedObserver(observers),
        gate);
  }

  private Stream<CommitRequest> requests() {
    return members.stream().map(Member::request);
  }

  private TransactionId identity() {
    return TransactionId.fresh(random);
  }
}
