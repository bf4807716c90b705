package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.Trampoline;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A view of a store for background writes. Writes that arrive while another one is under way to the
 * same region are sent together when that one is answered; a write that finds none under way is
 * sent at once. So the busier the region, the fewer requests a write costs. Thread-safe.
 *
 * <p>Safety: that of {@link GroupedWrites}. The writes are of different transactions, but none of
 * them relies on another's fate, or on when it is sent.
 */
public final class CoalescingStore extends ForwardingRowStore {

  /**
   * No caller waits for these writes, but other transactions wait for their rows, and other
   * requests for the server's handler.
   */
  private static final int MAX_ROWS = 16;

  private static final long MAX_BYTES = 1L << 20;

  private final RowStore store;
  private final GroupedWrites groups;
  private final Map<RegionId, Queue<Waiting>> lines = new HashMap<>(); // guarded by this

  public CoalescingStore(RowStore store, RegionLimits limits) {
    super(store);
    this.store = store;
    this.groups = new GroupedWrites(store, limits);
  }

  private record Waiting(ConditionalWrite write, CompletableFuture<WriteOutcome> answer) {}

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return store
        .regions(List.of(write.key()))
        .thenCompose(
            found ->
                found
                    .get(0)
                    .map(region -> gather(region, write))
                    .orElseGet(() -> store.write(write)));
  }

  private CompletableFuture<WriteOutcome> gather(RegionId region, ConditionalWrite write) {
    Waiting waiting = new Waiting(write, new CompletableFuture<>());
    if (!standsInLine(region, waiting)) {
      send(region, List.of(waiting));
    }
    return waiting.answer();
  }

  /**
   * Returns whether the write was added to a line. A line exists as long as a request is under way
   * to the region.
   */
  private synchronized boolean standsInLine(RegionId region, Waiting waiting) {
    Queue<Waiting> line = lines.get(region);
    if (line == null) {
      lines.put(region, new ArrayDeque<>());
      return false;
    }
    return line.add(waiting);
  }

  /**
   * Sends a batch, and the next ones in a loop if answers arrive at once, to limit the depth of the
   * stack.
   */
  private void send(RegionId region, List<Waiting> batch) {
    CompletableFuture<Void> unused =
        Async.guarded(() -> Async.all(groups.send(batch.stream().map(Waiting::write).toList())))
            .thenAccept(outcomes -> answer(batch, outcomes))
            .exceptionally(broken -> leaveOpen(batch, broken))
            .thenRun(() -> Trampoline.run(() -> sendNext(region)));
  }

  private static void answer(List<Waiting> batch, List<WriteOutcome> outcomes) {
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).answer().complete(outcomes.get(i));
    }
  }

  /**
   * Answers every write if sending breaks off, so that no caller waits forever and the line
   * continues.
   */
  private static @Nullable Void leaveOpen(List<Waiting> batch, Throwable broken) {
    WriteOutcome open = WriteOutcome.maybeApplied(Async.unwrap(broken));
    batch.forEach(waiting -> waiting.answer().complete(open));
    return null;
  }

  private void sendNext(RegionId region) {
    List<Waiting> batch = next(region);
    if (!batch.isEmpty()) {
      send(region, batch);
    }
  }

  private synchronized List<Waiting> next(RegionId region) {
    List<Waiting> batch = take(lines.getOrDefault(region, new ArrayDeque<>()));
    if (batch.isEmpty()) {
      lines.remove(region);
    }
    return batch;
  }

  /** Takes the next batch: a request can write a row only once, and must stay small. */
  private static List<Waiting> take(Queue<Waiting> line) {
    List<Waiting> batch = new ArrayList<>();
    Set<RowKey> rows = new HashSet<>();
    long bytes = 0;
    Iterator<Waiting> inLine = line.iterator();
    while (inLine.hasNext() && batch.size() < MAX_ROWS && bytes < MAX_BYTES) {
      Waiting next = inLine.next();
      if (rows.add(next.write().key())) {
        batch.add(next);
        bytes += RegionLimits.bytesOf(next.write());
        inLine.remove();
      }
    }
    return batch;
  }
}
