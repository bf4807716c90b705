package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends conditional writes that do not depend on each other. The writes of one region go in one
 * request, or in as many as necessary to keep each {@linkplain RegionLimits small}.
 *
 * <p>Safety: no caller relies on a group being atomic. Each write gets its own answer, the one that
 * it would have had alone. If the group is applied, each write is. If the group is turned down,
 * because one of its conditions did not hold or its rows are in different regions, every write is
 * sent by itself. If the fate of the group is unknown, the fate of each write is. The same holds if
 * anything breaks off the sending, errors included: every write is answered.
 */
public final class GroupedWrites {

  private final RowStore store;
  private final RegionLimits limits;

  public GroupedWrites(RowStore store, RegionLimits limits) {
    this.store = store;
    this.limits = limits;
  }

  /** A write under way. */
  private record Sending(ConditionalWrite write, CompletableFuture<WriteOutcome> answer) {}

  /**
   * Sends the writes. Returns their answers in the same order; none of them completes
   * exceptionally.
   */
  public List<CompletableFuture<WriteOutcome>> send(List<ConditionalWrite> writes) {
    if (writes.size() < 2) {
      return writes.stream().map(this::deliver).toList();
    }
    List<Sending> all =
        writes.stream().map(write -> new Sending(write, new CompletableFuture<>())).toList();
    List<RowKey> rows = writes.stream().map(ConditionalWrite::key).toList();
    CompletableFuture<Void> unused =
        regions(rows)
            .thenAccept(regions -> send(all, regions))
            .exceptionally(broken -> leaveOpen(all, broken));
    return all.stream().map(Sending::answer).toList();
  }

  /** Locates the rows. A row whose region is unknown is sent alone. */
  private CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return Async.recover(
        Async.guarded(() -> store.regions(rows)),
        unknown ->
            CompletableFuture.completedFuture(
                Collections.nCopies(rows.size(), Optional.<RegionId>empty())));
  }

  private CompletableFuture<WriteOutcome> deliver(ConditionalWrite write) {
    return Async.guarded(() -> store.write(write)).exceptionally(GroupedWrites::open);
  }

  private CompletableFuture<WriteOutcome> deliver(RegionWrite write) {
    return Async.guarded(() -> store.write(write)).exceptionally(GroupedWrites::open);
  }

  private static WriteOutcome open(Throwable broken) {
    return WriteOutcome.maybeApplied(Async.unwrap(broken));
  }

  /** Answers the writes that have no answer yet. */
  private static @Nullable Void leaveOpen(List<Sending> writes, Throwable broken) {
    writes.forEach(one -> answer(one, open(broken)));
    return null;
  }

  private void send(List<Sending> all, List<Optional<RegionId>> regions) {
    Map<RegionId, List<Sending>> groups = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      Sending one = all.get(i);
      regions
          .get(i)
          .ifPresentOrElse(
              region -> groups.computeIfAbsent(region, key -> new ArrayList<>()).add(one),
              () -> alone(one));
    }
    groups.values().forEach(group -> cut(group).forEach(this::together));
  }

  /** Divides the group into parts that one request can carry. */
  private List<List<Sending>> cut(List<Sending> group) {
    List<List<Sending>> parts = new ArrayList<>();
    List<Sending> part = new ArrayList<>();
    RegionLimits.Room room = limits.room();
    for (Sending one : group) {
      long bytes = RegionLimits.bytesOf(one.write());
      if (!room.take(bytes)) {
        parts.add(part);
        part = new ArrayList<>();
        room = limits.room();
        room.take(bytes);
      }
      part.add(one);
    }
    parts.add(part);
    return parts;
  }

  private void together(List<Sending> group) {
    if (group.size() == 1) {
      alone(group.get(0));
      return;
    }
    RegionWrite write = new RegionWrite(group.stream().map(Sending::write).toList(), List.of());
    CompletableFuture<Void> unused =
        deliver(write)
            .thenAccept(
                outcome -> {
                  switch (outcome.kind()) {
                    case APPLIED, MAYBE_APPLIED -> answerAll(group, outcome);
                    case NOT_EQUAL, NOT_COLOCATED -> group.forEach(this::again);
                    case REJECTED -> group.forEach(one -> afterRefusal(one, outcome));
                  }
                })
            .exceptionally(broken -> leaveOpen(group, broken));
  }

  private void alone(Sending one) {
    CompletableFuture<Void> unused =
        deliver(one.write()).thenAccept(outcome -> answer(one, outcome));
  }

  /**
   * Sends a refused write alone. The group may have been applied before the refusal, so the refusal
   * of the single write is no proof.
   */
  private void afterRefusal(Sending one, WriteOutcome together) {
    CompletableFuture<Void> unused =
        deliver(one.write())
            .thenAccept(
                outcome ->
                    answer(
                        one,
                        together.isUnheard()
                            ? outcome
                            : new WriteOutcome(
                                outcome.kind(),
                                outcome.cause(),
                                false,
                                together.isBarred() && outcome.isBarred())));
  }

  /**
   * Sends a write alone. The group's answer may have been that of a second delivery, so from now on
   * a refusal proves nothing.
   */
  private void again(Sending one) {
    CompletableFuture<Void> unused =
        deliver(one.write())
            .thenAccept(
                outcome ->
                    answer(
                        one,
                        outcome.kind() == WriteOutcome.Kind.REJECTED
                            ? new WriteOutcome(WriteOutcome.Kind.MAYBE_APPLIED, outcome.cause())
                            : outcome));
  }

  private static void answerAll(List<Sending> group, WriteOutcome outcome) {
    group.forEach(one -> answer(one, outcome));
  }

  private static void answer(Sending one, WriteOutcome outcome) {
    one.answer().complete(outcome);
  }
}
