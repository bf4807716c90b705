package io.rowlock.internal.protocol.request;

import io.rowlock.internal.protocol.request.RegionLanes.PendingWrite;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;

/**
 * One request that carries independent writes to one region.
 *
 * <p>Safety: no caller relies on the request being atomic. Each write gets an answer of its own,
 * one that it could have got alone:
 *
 * <ul>
 *   <li>An applied request has applied each write. No write writes a row that another one writes or
 *       checks, so each would have been applied alone as well, in any order, at this instant.
 *   <li>A request whose fate is unknown leaves the fate of each write unknown.
 *   <li>A request that was turned down, because one of its conditions did not hold or its rows are
 *       in several regions, decides nothing: each write is sent again by itself. Unless it is
 *       proven that the request was not applied, a refusal of the write proves nothing from then
 *       on, and "not equal" no more than after several deliveries.
 *   <li>After a refused request each write is sent again by itself, too. A coprocessor of others
 *       can refuse a request after it was applied, so the refusal of a write proves no more than
 *       both refusals together.
 * </ul>
 *
 * Not thread-safe.
 */
final class SharedWrite {

  private final List<PendingWrite> parts = new ArrayList<>();
  private final Map<RowKey, ConditionalWrite> written = new LinkedHashMap<>();
  private final Map<RowKey, LockCondition> checked = new LinkedHashMap<>();
  private final RegionLimits.Room room;

  /** Returns a request without writes. */
  SharedWrite(RegionLimits limits) {
    room = limits.room();
  }

  /** Returns a request of writes that an equal one has taken. */
  SharedWrite(RegionLimits limits, List<PendingWrite> parts) {
    this(limits);
    parts.forEach(this::take);
  }

  List<PendingWrite> parts() {
    return parts;
  }

  boolean isFull() {
    return room.isFull();
  }

  /** Takes a write along; false if it clashes with another one, or finds no room. */
  boolean take(PendingWrite part) {
    RegionWrite write = part.write;
    boolean fits = isIndependent(write) && room.take(write.rowCount(), RegionLimits.bytesOf(write));
    if (fits) {
      parts.add(part);
      write.writes().forEach(row -> written.put(row.key(), row));
      write.conditions().forEach(row -> checked.put(row.key(), row));
    }
    return fits;
  }

  private boolean isIndependent(RegionWrite write) {
    return !Iterables.any(write.writes(), row -> isUsed(row.key()))
        && Iterables.all(write.conditions(), this::agrees);
  }

  private boolean isUsed(RowKey row) {
    return written.containsKey(row) || checked.containsKey(row);
  }

  private boolean agrees(LockCondition condition) {
    LockCondition other = checked.get(condition.key());
    return !written.containsKey(condition.key())
        && (other == null || Objects.equals(other.expected(), condition.expected()));
  }

  /**
   * Sends the request, and answers each write, even if the handling of the answer breaks off;
   * completes when the request is answered.
   */
  CompletableFuture<WriteOutcome> send() {
    if (parts.size() == 1) {
      return parts.get(0).leave();
    }
    CompletableFuture<WriteOutcome> answered = parts.get(0).send(request());
    var unused =
        answered
            .thenAccept(this::answer)
            .exceptionally(broken -> PendingWrite.leaveOpen(parts, broken));
    return answered;
  }

  private RegionWrite request() {
    return new RegionWrite(List.copyOf(written.values()), List.copyOf(checked.values()));
  }

  private void answer(WriteOutcome outcome) {
    switch (outcome.kind()) {
      case APPLIED, MAYBE_APPLIED -> answerAll(outcome);
      case NOT_EQUAL, NOT_COLOCATED, REJECTED -> parts.forEach(part -> sendAgain(part, outcome));
    }
  }

  private void answerAll(WriteOutcome outcome) {
    parts.forEach(part -> part.answer().complete(outcome));
  }

  private static void sendAgain(PendingWrite part, WriteOutcome shared) {
    part.answer(
        part.sendAlone()
            .thenApply(outcome -> shared.isUnapplied() ? outcome : after(shared, outcome)));
  }

  private static WriteOutcome after(WriteOutcome shared, WriteOutcome outcome) {
    return shared.kind() == WriteOutcome.Kind.REJECTED
        ? new WriteOutcome(
            outcome.kind(), outcome.cause(), false, shared.isBarred() && outcome.isBarred())
        : afterOpen(outcome);
  }

  /** Returns what an answer proves if an earlier delivery may have been applied. */
  private static WriteOutcome afterOpen(WriteOutcome outcome) {
    return switch (outcome.kind()) {
      case REJECTED -> new WriteOutcome(WriteOutcome.Kind.MAYBE_APPLIED, outcome.cause());
      case NOT_EQUAL -> WriteOutcome.NOT_EQUAL;
      case APPLIED, NOT_COLOCATED, MAYBE_APPLIED -> outcome;
    };
  }
}
