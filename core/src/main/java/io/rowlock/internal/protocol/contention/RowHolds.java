package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.Abort;
import io.rowlock.internal.protocol.commit.CommitPlanner;
import io.rowlock.internal.protocol.commit.Heartbeat;
import io.rowlock.internal.protocol.commit.LockPlan;
import io.rowlock.internal.protocol.commit.PlanLimits;
import io.rowlock.internal.protocol.commit.Prewrite;
import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LostRaceException;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.longread.LongReads;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.protocol.recovery.Parts;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.TableFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;

/**
 * Takes a hold on the rows of a transaction that keeps losing, before its user's code runs again
 * (protocol, section 5).
 *
 * <p>The hold is a separate attempt H: its locks are prewritten with empty intents. H is <em>never
 * committed</em>: no code sends its commit point. The transaction T that runs under the hold has
 * its own identity, and commits like any other.
 *
 * <p>Safety follows from that alone:
 *
 * <ul>
 *   <li>For all other clients H is an undecided transaction like any other: they wait for it, and
 *       settle it when its beats stop. Only the owner may commit H (I3), and it never does; so
 *       however H ends, no row gets a version or data from it.
 *   <li>T knows that H will never commit. For T, a row under H's lock is therefore decided: its
 *       state is the base in the lock, now and as long as the row has these bytes. T reads that
 *       state, compares with it when it validates, and expects these bytes where it writes: in one
 *       conditional write its prewrite removes H's lock and writes its own. If the bytes are gone
 *       because other clients treated H as dead, the write fails and is settled like any other.
 *   <li>What is fixed under an identity (I4) stays fixed. H's list and the bytes it expects never
 *       change, only its beats do; T's are fixed when T commits. If T writes the row with the
 *       heartbeat, the beats end first. A beat that was given up as lost and comes late changes the
 *       bytes that T expects, which costs T a race.
 *   <li>T validates whatever it has read and does not write, held or not, because a hold may be
 *       lost unnoticed. Held rows pass because no other transaction could write them. If H holds
 *       T's primary, T may write the primary without a prewrite, even with something to validate:
 *       the row has the same bytes from before the validation until the commit point, and no client
 *       reads past them.
 *   <li>Rows found in ranges are held like others; validation finds rows that appear there.
 * </ul>
 *
 * <p>Progress: the primary is locked first. At that time the owner holds nothing, so it may wait
 * for every transaction; that is the only order that matters. The other rows are locked all at
 * once. With locks held, the older transaction waits and the younger releases everything. So no
 * circle of waiting can last, and no transaction stops the oldest one. A row that is locked without
 * being written keeps its version, and transactions that have read it can still commit.
 */
public record RowHolds(
    Parts parts,
    LockedReader reader,
    CommitPlanner planner,
    Prewrite prewrite,
    Heartbeat.Source heartbeats,
    Abort abort,
    LongReads longReads) {

  /**
   * Takes a hold on the rows, or fails with nothing locked: with a conflict if other transactions
   * caused it.
   */
  CompletableFuture<RowHold> take(SortedSet<RowKey> rows, long age, RowTurn turn) {
    return take(rows, age, turn, parts.settings().limits().tries().escalationAttempts());
  }

  private CompletableFuture<RowHold> take(
      SortedSet<RowKey> rows, long age, RowTurn turn, int left) {
    return Async.recover(
        Async.guarded(() -> plan(rows, age))
            .thenCompose(plan -> lock(new RowHold(this, plan, turn))),
        failure -> {
          if (!(failure instanceof LostRaceException lost)) {
            return CompletableFuture.failedFuture(failure);
          }
          return left > 0
              ? take(rows, age, turn, left - 1)
              : CompletableFuture.failedFuture(
                  ProtocolFailure.conflict(
                      lost.row(),
                      "Lost too often against other transactions",
                      Conflict.lostRace(lost)));
        });
  }

  /**
   * Plans a hold: the attempt of a transaction that writes nothing to each of its rows. Waits for
   * undecided locks, and has none meanwhile.
   */
  private CompletableFuture<LockPlan> plan(SortedSet<RowKey> rows, long age) {
    TransactionId id = TransactionId.fresh(parts.environment().random());
    List<RowRead> reads = rows.stream().map(RowRead::lockOf).toList();
    return reader
        .read(reads, WaitPolicy.ofReader(parts.environment(), parts.settings().lockWait()))
        .thenCompose(this::overwritable)
        .thenCompose(found -> facts(found).thenApply(facts -> freeze(found, facts, id, age)));
  }

  private CompletableFuture<List<DecidedRow>> overwritable(List<DecidedRow> found) {
    return planner.allOverwritable(found).thenApply(done -> found);
  }

  private CompletableFuture<List<TableFacts>> facts(List<DecidedRow> rows) {
    Set<TableName> tables = new HashSet<>(Lists.transform(rows, row -> row.key().table()));
    return Async.all(tables, parts.catalog()::facts);
  }

  private LockPlan freeze(
      List<DecidedRow> found, List<TableFacts> facts, TransactionId id, long age) {
    Map<TableName, TableFacts> tables =
        facts.stream().collect(Collectors.toMap(TableFacts::table, Function.identity()));
    long timestamp = timestamp(found, facts);
    long now = parts.environment().clock().currentMillis();
    LockPlan plan = LockPlan.ofHold(id, age, now, timestamp, found, tables);
    new PlanLimits(parts.settings()).check(plan);
    return plan;
  }

  /**
   * Returns the commit timestamp of the plan, at which nothing is ever committed. It must be above
   * what other transactions write to rows that are not locked yet, so it is ahead of the clock by
   * the time that they have for this.
   */
  private long timestamp(List<DecidedRow> rows, List<TableFacts> tables) {
    long newest =
        LongStream.concat(
                rows.stream().mapToLong(DecidedRow::version),
                tables.stream().mapToLong(TableFacts::floor))
            .max()
            .orElse(0);
    return Math.max(parts.environment().clock().currentMillis(), newest + 2)
        + parts.settings().lockWait().toMillis();
  }

  private CompletableFuture<RowHold> lock(RowHold hold) {
    CompletableFuture<RowHold> locked =
        hold.lockPrimary().thenCompose(primary -> theOthers(hold)).thenApply(all -> hold);
    return Async.recover(
        locked,
        failure ->
            hold.giveBack().thenCompose(released -> CompletableFuture.failedFuture(failure)));
  }

  /**
   * Locks the secondaries. With locks held a lost race is not tried again, because an older
   * transaction must not wait for long.
   */
  private static CompletableFuture<Void> theOthers(RowHold hold) {
    return Async.translate(
        hold.lockSecondaries(),
        failure ->
            failure instanceof LostRaceException lost
                ? ProtocolFailure.conflict(
                    lost.row(), "An older transaction is writing", Conflict.lostRace(lost))
                : failure);
  }
}
