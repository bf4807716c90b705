package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Async;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Commits a {@link Combination}, and what is left of it after a failure, within one turn.
 *
 * <p>Safety: members commit again only after the combination has failed, and its own gate has been
 * shut. So no request that could commit was sent, or a proof of section 8 has opened the gate
 * again; and whatever an error has left behind of the combination, such as a read under way, can
 * send none any more. If the gate cannot be shut, the outcome is unknown for all members.
 *
 * <p>Progress: a member that is stopped leaves, and the others commit as one again. After any other
 * failure, such as an increment of what is no number, each half commits by itself, as long as the
 * turn lasts: one bad member costs the others a few attempts. Then each commits alone, in a turn of
 * its own.
 *
 * @param turn that the leader has, for all members
 * @param commit commits in the turn
 * @param alone commits a member by itself, in a later turn
 */
record CombinedCommit(
    RowTurn turn,
    BooleanSupplier isTurnOver,
    Function<CommitRequest, CompletableFuture<Void>> commit,
    Function<CommitRequest, CompletableFuture<Void>> alone) {

  /** Commits; completes when nothing more is to be done in this turn. Never fails. */
  CompletableFuture<Void> run(Combination all) {
    List<Member> members = all.members();
    CombinedGate gate = all.gate();
    CompletableFuture<Void> committed =
        Async.guarded(() -> commit.apply(all.request(gate)))
            .thenRun(() -> members.forEach(member -> member.end(null)));
    CompletableFuture<Void> ended =
        Async.recover(
            committed,
            failure -> gate.shut() ? end(all, members, failure) : fail(members, unknown(failure)));
    return Async.recover( // from an error in between, such as one of the virtual machine
        ended, broken -> fail(members, gate.shut() ? broken : unknown(broken)));
  }

  private static ProtocolFailure unknown(Throwable failure) {
    return ProtocolFailure.outcomeUnknown(
        "It is not known whether the combined commit has taken effect", failure);
  }

  private static CompletableFuture<Void> fail(List<Member> members, Throwable failure) {
    members.forEach(member -> member.end(failure));
    return Async.DONE;
  }

  /** Fails the only member, or goes on with them: surely none is committed. */
  private CompletableFuture<Void> end(Combination all, List<Member> members, Throwable failure) {
    return members.size() == 1
        ? fail(members, failure)
        : whenCleanedUp().thenCompose(done -> again(all, members));
  }

  /** The locks of a combination would be in the way of the next one. */
  private CompletableFuture<Void> whenCleanedUp() {
    return turn.cleanedUp().handle((done, failure) -> null);
  }

  private CompletableFuture<Void> again(Combination all, List<Member> members) {
    List<Member> open = members.stream().filter(Member::isOpen).toList();
    if (open.size() < members.size()) {
      return some(all, open);
    }
    if (isTurnOver.getAsBoolean()) {
      return each(all, open);
    }
    int half = open.size() / 2;
    return some(all, open.subList(0, half))
        .thenCompose(done -> whenCleanedUp())
        .thenCompose(done -> some(all, open.subList(half, open.size())));
  }

  private CompletableFuture<Void> some(Combination all, List<Member> members) {
    if (members.isEmpty()) {
      return Async.DONE;
    }
    Combination fewer;
    try {
      fewer = all.of(members);
    } catch (Throwable apart) { // or, for example, memory has run out
      return end(all, members, apart);
    }
    return run(fewer);
  }

  private CompletableFuture<Void> each(Combination all, List<Member> members) {
    for (Member later : members.subList(1, members.size())) {
      var unused =
          Async.guarded(() -> alone.apply(later.request().afterOthers()))
              .whenComplete((done, failure) -> later.end(failure));
    }
    return some(all, members.subList(0, 1));
  }
}
