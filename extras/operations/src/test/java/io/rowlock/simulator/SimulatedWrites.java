package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulator.Servers.Service;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;

/** Conditional writes: sent once, and again only when they are known not to have been applied. */
final class SimulatedWrites {

  /**
   * One write under way, as the servers see it.
   *
   * @param rows that must be in one region
   * @param entries what it changes
   */
  private record Call(
      List<RowKey> rows,
      Function<MemoryCluster, WriteOutcome> request,
      List<LockAudit.Entry> entries,
      CompletableFuture<WriteOutcome> promise) {

    RowKey key() {
      return rows.get(0);
    }

    LockAudit.Entry entry() {
      return entries.get(0);
    }
  }

  private final ClientContext client;

  SimulatedWrites(ClientContext client) {
    this.client = client;
  }

  CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    ConditionalWrite stamped = stamped(write);
    return begin(List.of(write.key()), cluster -> cluster.write(stamped), List.of(entry(stamped)));
  }

  CompletableFuture<WriteOutcome> write(RegionWrite write) {
    RegionWrite stamped =
        new RegionWrite(write.writes().stream().map(this::stamped).toList(), write.conditions());
    List<LockAudit.Entry> entries = stamped.writes().stream().map(this::entry).toList();
    return begin(stamped.rows(), cluster -> cluster.write(stamped), entries);
  }

  /** Breaks the run off if the lock is unusable, even if the client survives the error. */
  private LockAudit.Entry entry(ConditionalWrite write) {
    try {
      return client.audit().entry(client.name(), write);
    } catch (RuntimeException unusable) {
      client
          .wire()
          .after(
              Duration.ZERO,
              () -> {
                throw new AssertionError("A lock was sent that is unusable", unusable);
              });
      throw unusable;
    }
  }

  CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    LockAudit.Entry entry = client.audit().entry(client.name(), removal);
    return begin(List.of(removal.key()), cluster -> cluster.remove(removal), List.of(entry));
  }

  private CompletableFuture<WriteOutcome> begin(
      List<RowKey> rows,
      Function<MemoryCluster, WriteOutcome> request,
      List<LockAudit.Entry> entries) {
    Call call = new Call(rows, request, entries, new CompletableFuture<>());
    client.life().send(() -> send(call, 1));
    return call.promise();
  }

  /**
   * Returns the write with a server's timestamp where it has none, but never below the compared
   * one.
   */
  private ConditionalWrite stamped(ConditionalWrite write) {
    StoredLock lock = write.replacement();
    Server server = locate(write.key()).server();
    if (server.isClockBehind()) {
      client.counts().count(Fault.SERVER_CLOCK_BEHIND);
    }
    if (lock.time() != HConstants.LATEST_TIMESTAMP) {
      return write;
    }
    long compared = write.expected() == null ? 1 : write.expected().time();
    long now = Math.max(compared, client.servers().currentMillis(server));
    StoredLock replacement = new StoredLock(lock.bytes(), now);
    return new ConditionalWrite(
        write.key(), write.expected(), replacement, write.data(), write.durability());
  }

  private Location locate(RowKey key) {
    return client.regions().of(key.table(), key.row());
  }

  private void send(Call call, int attempt) {
    Location at = locate(call.key());
    if (!call.rows().stream().allMatch(at.region()::holds)) {
      client.regions().forget(call.key().table());
      client.counts().count("region writes not co-located");
      call.promise().complete(WriteOutcome.NOT_COLOCATED);
      return;
    }
    Wire wire = client.wire();
    Fault fault = wire.faultOfWrite(call.entry());
    client.audit().note(client.name(), fault == null ? "sends" : fault.option(), call.entry());
    if (fault == null) {
      execute(call, at, attempt, wire.travel(), wire.travel());
    } else {
      meet(fault, call, at, attempt);
    }
    client.clientFaults().after(client.audit(), call.entry());
  }

  private void meet(Fault fault, Call call, Location at, int attempt) {
    Wire wire = client.wire();
    switch (fault) {
      case LOST_REQUEST -> giveUp(call);
      case LOST_REPLY -> executeUnheard(call, at, wire.travel());
      case LATE_REQUEST -> executeUnheard(call, at, wire.timeout().plus(wire.late()));
      case DUPLICATE -> executeTwice(call, at);
      case REPEATED_LATER -> executeAgain(call, at, attempt);
      case SLOW_REPLY -> execute(call, at, attempt, wire.travel(), wire.late());
      case BUSY_SERVER -> repeatOrFail(call, attempt);
      case REFUSED_REPLY -> executeAndRefuse(call, at, attempt);
      case STALE_ANSWER -> answer(call, wire.travel(), WriteOutcome.TURNED_DOWN);
      default -> throw new IllegalStateException(fault + " is no fault of a write");
    }
  }

  /** Delivers the write once. Earlier attempts, if any, were heard by no region. */
  private void execute(Call call, Location at, int attempt, Duration there, Duration back) {
    deliver(call, at, there, outcome -> conclude(call, attempt, back, ofOnly(outcome)));
  }

  private static @Nullable WriteOutcome ofOnly(@Nullable WriteOutcome outcome) {
    return WriteOutcome.NOT_EQUAL.equals(outcome) ? WriteOutcome.TURNED_DOWN : outcome;
  }

  private void executeAndRefuse(Call call, Location at, int attempt) {
    Wire wire = client.wire();
    WriteOutcome refused = WriteOutcome.rejected(ClientContext.refused());
    deliver(
        call,
        at,
        wire.travel(),
        outcome -> conclude(call, attempt, wire.travel(), outcome == null ? null : refused));
  }

  private void executeUnheard(Call call, Location at, Duration there) {
    giveUp(call);
    deliver(call, at, there, outcome -> {});
  }

  /**
   * Delivers the write twice. The answer is that of the second delivery; if that reaches no region,
   * there is none.
   */
  private void executeTwice(Call call, Location at) {
    Wire wire = client.wire();
    Duration there = wire.travel();
    deliver(call, at, there, outcome -> {});
    deliver(
        call,
        at,
        there.plus(wire.travel()),
        outcome -> {
          if (outcome == null) {
            giveUp(call);
          } else {
            answer(call, wire.travel(), outcome);
          }
        });
  }

  /**
   * Delivers the write again later. The answer is that of the first delivery; a second one that
   * reaches no region, or is refused, has ended.
   */
  private void executeAgain(Call call, Location at, int attempt) {
    Wire wire = client.wire();
    deliver(
        call,
        at,
        wire.travel(),
        outcome -> {
          conclude(call, attempt, wire.travel(), outcome);
          if (outcome != null && outcome.kind() != WriteOutcome.Kind.REJECTED) {
            deliver(call, at, wire.late(), again -> {});
          }
        });
  }

  /** Handles a write at a server; null if the server does not serve the region. */
  private interface Heard {
    void hear(@Nullable WriteOutcome outcome);
  }

  private void deliver(Call call, Location at, Duration there, Heard heard) {
    Servers servers = client.servers();
    client
        .wire()
        .after(
            there,
            () ->
                servers.arrive(
                    at,
                    call.key().row(),
                    (service, state) -> heard.hear(execute(call, service, state))));
  }

  private @Nullable WriteOutcome execute(Call call, Service service, MemoryCluster state) {
    return switch (service) {
      case SERVED -> served(call);
      case OUTDATED -> outdated(call.request().apply(state.copy()));
      case NOT_SERVED -> null;
    };
  }

  private WriteOutcome served(Call call) {
    if (client.changes().isReadOnly(call.key().table())) {
      return WriteOutcome.barred(ClientContext.refused());
    }
    for (LockAudit.Entry entry : call.entries()) {
      if (entry.write() != null && !client.rights().allow(entry.write())) {
        return WriteOutcome.rejected(new AccessDeniedException("Simulated"));
      }
    }
    return client.audit().execute(call.entries(), call.request());
  }

  /** Returns the outcome at a lost region, whose log accepts nothing any more. */
  private static WriteOutcome outdated(WriteOutcome reported) {
    return reported.isApplied() ? WriteOutcome.maybeApplied(ClientContext.noAnswer()) : reported;
  }

  private void conclude(Call call, int attempt, Duration back, @Nullable WriteOutcome outcome) {
    if (outcome != null) {
      answer(call, back, outcome);
    } else if (attempt < ClientContext.MAX_ATTEMPTS) {
      client.repeat(attempt, call.key().table(), () -> resend(call, attempt + 1));
    } else {
      answer(call, back, client.turnedAway());
    }
  }

  private void repeatOrFail(Call call, int attempt) {
    boolean hasTime = attempt < ClientContext.MAX_ATTEMPTS && client.wire().dice().nextBoolean();
    if (hasTime) {
      client.repeat(attempt, call.key().table(), () -> resend(call, attempt + 1));
    } else {
      answer(call, client.wire().travel(), client.turnedAway());
    }
  }

  private void resend(Call call, int attempt) {
    client.life().send(() -> send(call, attempt));
  }

  private void giveUp(Call call) {
    answer(call, client.wire().timeout(), WriteOutcome.maybeApplied(ClientContext.noAnswer()));
  }

  private void answer(Call call, Duration delay, WriteOutcome outcome) {
    client.answerAfter(delay, () -> call.promise().complete(outcome));
  }
}
