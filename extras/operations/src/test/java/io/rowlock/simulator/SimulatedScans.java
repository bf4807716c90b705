package io.rowlock.simulator;

import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulator.Servers.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Pages of ranges: each region is read at a separate time, and a scanner that is opened again in
 * the middle of one has a new read point.
 */
final class SimulatedScans {

  private static final int REOPENED_IN = 6;

  /** A page that is being filled. */
  private record Page(RangeScan scan, List<StoredRow> rows, CompletableFuture<ScanPage> promise) {

    int room() {
      return scan.limit() - rows.size();
    }

    void end(boolean exhausted) {
      promise.complete(new ScanPage(rows, exhausted));
    }
  }

  /** The rest of a range in the next region. */
  private record Part(Location at, RowRange range) {}

  private final ClientContext client;

  SimulatedScans(ClientContext client) {
    this.client = client;
  }

  CompletableFuture<ScanPage> scan(RangeScan scan) {
    Page page = new Page(scan, new ArrayList<>(), new CompletableFuture<>());
    goOn(page, scan.range(), 1);
    return page.promise();
  }

  private void goOn(Page page, RowRange rest, int attempt) {
    Part part = next(rest, page.scan().reversed());
    if (part == null) {
      page.end(true);
    } else {
      client.life().send(() -> send(page, rest, part, attempt));
    }
  }

  private @Nullable Part next(RowRange rest, boolean reversed) {
    List<Location> locations = new ArrayList<>(client.regions().of(rest.table()));
    if (reversed) {
      Collections.reverse(locations);
    }
    for (Location location : locations) {
      RowRange range = rest.isEmpty() ? null : location.region().part(rest);
      if (range != null) {
        return new Part(location, range);
      }
    }
    return null;
  }

  private void send(Page page, RowRange rest, Part part, int attempt) {
    Wire wire = client.wire();
    Fault fault = wire.faultOfRead();
    if (fault == Fault.LOST_REQUEST || fault == Fault.LOST_REPLY || fault == Fault.BUSY_SERVER) {
      client.failAfter(wire.timeout(), page.promise(), ClientContext.noAnswer());
    } else {
      Duration there = fault == Fault.LATE_REQUEST ? wire.late() : wire.travel();
      Duration back = fault == Fault.SLOW_REPLY ? wire.late() : wire.travel();
      wire.after(there, () -> arrive(page, rest, part, attempt, back));
    }
  }

  private void arrive(Page page, RowRange rest, Part part, int attempt, Duration back) {
    RangeScan scan = page.scan();
    int limit = isReopened() ? 1 : page.room();
    RangeScan requested = new RangeScan(part.range(), scan.columns(), scan.reversed(), limit);
    client
        .servers()
        .arrive(
            part.at(),
            part.at().region().start(),
            (service, state) -> {
              client.noteRead(service);
              if (service != Service.NOT_SERVED) {
                ScanPage found = shown(state.scan(requested));
                client.answerAfter(back, () -> add(page, rest, part, found));
              } else if (attempt < ClientContext.MAX_ATTEMPTS) {
                client.repeat(attempt, rest.table(), () -> goOn(page, rest, attempt + 1));
              } else {
                client.failAfter(back, page.promise(), ClientContext.refused());
              }
            });
  }

  private ScanPage shown(ScanPage page) {
    return new ScanPage(page.rows().stream().map(client.rights()::show).toList(), page.exhausted());
  }

  private boolean isReopened() {
    return client.wire().dice().nextInt(REOPENED_IN) == 0;
  }

  private void add(Page page, RowRange rest, Part part, ScanPage found) {
    boolean reversed = page.scan().reversed();
    page.rows().addAll(found.rows());
    if (page.room() == 0) {
      page.end(false);
    } else if (found.exhausted() && part.at().region().isLast(reversed)) {
      page.end(true);
    } else if (found.exhausted()) {
      goOn(page, behind(rest, part.at().region(), reversed), 1);
    } else {
      byte[] last = found.rows().get(found.rows().size() - 1).key().row();
      goOn(page, rest.after(last, reversed), 1);
    }
  }

  /** Returns the rest of the range after a region. */
  private static RowRange behind(RowRange rest, Region region, boolean reversed) {
    return reversed
        ? new RowRange(rest.table(), rest.first(), rest.firstInclusive(), region.start(), false)
        : new RowRange(rest.table(), region.end(), true, rest.last(), rest.lastInclusive());
  }
}
