package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;

/**
 * Lets commits wait while a long reader opens its snapshot. The reader announces itself by a hold
 * on a row that stands for the table ({@link BarrierRows}), and a while later it closes the barrier
 * by a hold on a second row. Clients that commit often look at both rows now and then, and more
 * often after an announcement. The others do not look: they write too rarely to disturb, as long as
 * they are few; after a reader was seen, they look as well for a while. A transaction that has a
 * hold goes on behind a closed barrier, because its locks are in the reader's way until it ends; no
 * new hold begins.
 *
 * <p>Affects only speed: the reader does not rely on it, and no client waits longer than a second
 * for a reader. Thread-safe.
 */
public final class Barriers {

  /** The longest time for which a client pays attention to a reader, or waits. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final RowStore store;
  private final LockedReader reader;
  private final Environment environment;
  private final int busyCommits;
  private final Map<TableName, Barrier> barriers = new ConcurrentHashMap<>();

  /**
   * Creates it.
   *
   * @param busyCommits the commits to a table after which the client looks again
   */
  public Barriers(RowStore store, LockedReader reader, Environment environment, int busyCommits) {
    this.store = store;
    this.reader = reader;
    this.environment = environment;
    this.busyCommits = busyCommits;
  }

  /** Completes when these rows may be written or held: mostly at once. Never fails. */
  public CompletableFuture<Void> open(Collection<RowKey> rows) {
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    TableName last = null;
    for (RowKey row : rows) { // in their order, so those of a table follow each other
      if (!row.table().equals(last)) {
        last = row.table();
        CompletableFuture<Void> one = barrier(last).open();
        all = one.isDone() ? all : CompletableFuture.allOf(all, one);
      }
    }
    return all;
  }

  /** Returns whether a barrier is known to be closed. */
  public boolean isClosed(TableName table) {
    return barrier(table).isClosed();
  }

  private Barrier barrier(TableName table) {
    return barriers.computeIfAbsent(
        table, name -> new Barrier(store, environment, busyCommits, name, this::settle));
  }

  /** Settles a lock that its owner has kept for too long. */
  private void settle(RowKey row) {
    var unused =
        Async.guarded(() -> reader.decided(row, WaitPolicy.ofReader(environment, LONGEST_WAIT)));
  }
}
