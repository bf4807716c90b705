package io.rowlock.simulator;

import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulator.Servers.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Reads by key: one message for each table and server. Its rows are read one after the other, each
 * atomically; rows that have moved are requested again.
 */
final class SimulatedReads {

  static final String ON_THE_SIDE = "rows read on the side";

  private record Target(TableName table, Server server) {}

  /** One row of one read, and the receiver of its answer; a piggyback read is not repeated. */
  private record Request(RowRead read, Consumer<StoredRow> answer, @Nullable PiggybackRead side) {

    RowKey key() {
      return read.key();
    }
  }

  /** All rows of one call. */
  private static final class Call {

    final StoredRow[] rows;
    final CompletableFuture<List<StoredRow>> promise = new CompletableFuture<>();
    int missing;

    Call(int count) {
      rows = new StoredRow[count];
      missing = count;
    }

    void found(int position, StoredRow row) {
      rows[position] = row;
      if (--missing == 0) {
        promise.complete(Arrays.asList(rows));
      }
    }
  }

  private final ClientContext client;

  SimulatedReads(ClientContext client) {
    this.client = client;
  }

  CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    Call call = new Call(reads.size());
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < reads.size(); i++) {
      int position = i;
      requests.add(new Request(reads.get(i), row -> call.found(position, row), null));
    }
    var unused =
        call.promise.whenComplete(
            (rows, failure) -> {
              if (failure != null) {
                sides.forEach(PiggybackRead::leave);
              }
            });
    if (requests.isEmpty()) {
      call.promise.complete(List.of());
    }
    send(call, groupsOf(requests, sides), 1);
    return call.promise;
  }

  private Collection<List<Request>> groupsOf(List<Request> requests, List<PiggybackRead> sides) {
    Map<Target, List<Request>> groups = new LinkedHashMap<>();
    for (Request one : requests) {
      groups.computeIfAbsent(target(one.key()), any -> new ArrayList<>()).add(one);
    }
    sides.forEach(side -> join(side, groups));
    return groups.values();
  }

  /** Half of the time, the store does not know the server of a row that has no group yet. */
  private void join(PiggybackRead side, Map<Target, List<Request>> groups) {
    Target target = target(side.read().key());
    if (groups.containsKey(target) || client.wire().dice().nextBoolean()) {
      client.counts().count(ON_THE_SIDE);
      groups
          .computeIfAbsent(target, any -> new ArrayList<>())
          .add(new Request(side.read(), side::found, side));
    } else {
      side.leave();
    }
  }

  private Target target(RowKey key) {
    return new Target(key.table(), locate(key).server());
  }

  private void send(Call call, Collection<List<Request>> groups, int attempt) {
    groups.forEach(group -> client.life().send(() -> sendGroup(call, group, attempt)));
  }

  private void sendGroup(Call call, List<Request> group, int attempt) {
    Wire wire = client.wire();
    Fault fault = wire.faultOfRead();
    if (fault == Fault.LOST_REQUEST || fault == Fault.LOST_REPLY) {
      repeatOrFail(call, group, attempt, wire.timeout());
    } else if (fault == Fault.BUSY_SERVER) {
      repeatOrFail(call, group, attempt, wire.travel());
    } else {
      Duration there = fault == Fault.LATE_REQUEST ? wire.late() : wire.travel();
      Duration back = fault == Fault.SLOW_REPLY ? wire.late() : wire.travel();
      for (Request one : group) {
        Location at = locate(one.key());
        boolean stale = fault == Fault.STALE_READ;
        wire.after(there, () -> arrive(call, one, at, attempt, back, stale));
        there = there.plus(wire.travel().dividedBy(4));
      }
    }
  }

  private Location locate(RowKey key) {
    return client.regions().of(key.table(), key.row());
  }

  /** Repeats the read, or fails: half of the time the store has no time left. */
  private void repeatOrFail(Call call, List<Request> group, int attempt, Duration delay) {
    if (group.get(0).side() != null) { // no caller waits for any of them
      client.answerAfter(delay, () -> group.forEach(one -> one.side().leave()));
    } else if (attempt >= ClientContext.MAX_ATTEMPTS || client.wire().dice().nextBoolean()) {
      client.failAfter(delay, call.promise, ClientContext.noAnswer());
    } else {
      client.answerAfter(
          delay, () -> client.life().send(() -> sendGroup(call, group, attempt + 1)));
    }
  }

  private void arrive(
      Call call, Request one, Location at, int attempt, Duration back, boolean stale) {
    RowRead read = one.read();
    if (stale || client.staleView().isFrozen(one.key())) {
      StoredRow shown = client.staleView().show(read);
      client.noteRead(client.audit().isPast(shown) ? Service.OUTDATED : Service.SERVED);
      StoredRow row = client.rights().show(StaleView.select(shown, read));
      client.answerAfter(back, () -> one.answer().accept(row));
      return;
    }
    client
        .servers()
        .arrive(
            at,
            one.key().row(),
            (service, state) -> {
              client.noteRead(service);
              if (service != Service.NOT_SERVED) {
                StoredRow row = client.rights().show(state.get(read));
                client.answerAfter(back, () -> one.answer().accept(row));
              } else if (one.side() != null) {
                client.answerAfter(back, one.side()::leave);
              } else if (attempt < ClientContext.MAX_ATTEMPTS) {
                client.repeat(
                    attempt,
                    one.key().table(),
                    () -> send(call, List.of(List.of(one)), attempt + 1));
              } else {
                client.failAfter(back, call.promise, ClientContext.refused());
              }
            });
  }
}
