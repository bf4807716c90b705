package io.rowlock.simulator;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.SnapshotLostException;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulator.Servers.Service;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Snapshots of ranges: each region as it is when the request to open its scanner arrives. As with
 * HBase's client, a page may be lost without a word, but not the same page of both scanners. What
 * is lost has locks: plain rows are counted ({@code PinnedScan}).
 */
final class SimulatedSnapshots {

  private static final int LOST_IN = 60;

  private final ClientContext client;

  SimulatedSnapshots(ClientContext client) {
    this.client = client;
  }

  CompletableFuture<RangeSnapshot> open(RangeScan scan, boolean locksOnly) {
    ColumnSelection columns = locksOnly ? ColumnSelection.LOCK_ONLY : scan.columns();
    List<CompletableFuture<List<StoredRow>>> parts = new ArrayList<>();
    for (Location location : client.regions().of(scan.range().table())) {
      RowRange part = location.region().part(scan.range());
      if (part != null) {
        CompletableFuture<List<StoredRow>> rows = new CompletableFuture<>();
        parts.add(rows);
        RangeScan all = new RangeScan(part, columns, scan.reversed(), Integer.MAX_VALUE);
        client.life().send(() -> send(all, location, rows));
      }
    }
    if (scan.reversed()) {
      Collections.reverse(parts);
    }
    return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenApply(
            done ->
                new Shown(
                    parts.stream().flatMap(part -> part.join().stream()).toList(), !locksOnly));
  }

  private void send(RangeScan all, Location at, CompletableFuture<List<StoredRow>> rows) {
    Wire wire = client.wire();
    Fault fault = wire.faultOfRead();
    if (fault == Fault.LOST_REQUEST || fault == Fault.LOST_REPLY || fault == Fault.BUSY_SERVER) {
      client.failAfter(wire.timeout(), rows, ClientContext.noAnswer());
      return;
    }
    Duration there = fault == Fault.LATE_REQUEST ? wire.late() : wire.travel().plus(queued());
    Duration back = fault == Fault.SLOW_REPLY ? wire.late() : wire.travel();
    wire.after(there, () -> arrive(all, at, rows, back));
  }

  /** Returns how long the request waits at the server: so that regions are opened far apart. */
  private Duration queued() {
    SplittableRandom dice = client.wire().dice();
    return dice.nextInt(4) == 0
        ? Duration.ZERO
        : client.wire().travel().multipliedBy(dice.nextInt(30));
  }

  private void arrive(
      RangeScan all, Location at, CompletableFuture<List<StoredRow>> rows, Duration back) {
    client
        .servers()
        .arrive(
            at,
            at.region().start(),
            (service, state) -> {
              client.noteRead(service);
              if (service == Service.NOT_SERVED) {
                client.regions().forget(all.range().table());
                client.failAfter(back, rows, ClientContext.refused());
                return;
              }
              List<StoredRow> found =
                  state.scan(all).rows().stream().map(client.rights()::show).toList();
              client.answerAfter(back, () -> rows.complete(found));
            });
  }

  /** An open snapshot. */
  private final class Shown implements RangeSnapshot {

    private final Deque<StoredRow> rows;
    private final boolean losesPages;

    Shown(List<StoredRow> rows, boolean losesPages) {
      this.rows = new ArrayDeque<>(rows);
      this.losesPages = losesPages;
    }

    @Override
    public CompletableFuture<ScanPage> next() {
      CompletableFuture<ScanPage> page = new CompletableFuture<>();
      Wire wire = client.wire();
      client.life().send(() -> client.answerAfter(wire.travel(), () -> answer(page)));
      return page;
    }

    private void answer(CompletableFuture<ScanPage> page) {
      if (client.wire().dice().nextInt(LOST_IN) == 0) {
        page.completeExceptionally(new SnapshotLostException("Simulated: the region moved"));
        return;
      }
      StoredRow first = rows.peek();
      boolean isLocked = first != null && first.lock() != null;
      if (isLocked && losesPages && client.wire().dice().nextInt(LOST_IN) == 0) {
        rows.remove();
      }
      List<StoredRow> next = new ArrayList<>();
      int most = 1 + client.wire().dice().nextInt(3);
      while (next.size() < most && !rows.isEmpty()) {
        next.add(rows.remove());
      }
      page.complete(new ScanPage(next, next.isEmpty()));
    }

    @Override
    public void close() {
      rows.clear();
    }
  }
}
