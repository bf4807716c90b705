package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;

/**
 * Held rows whose transaction is known to have committed, although no client has rolled them
 * forward: its owner is gone, and this client may only read, or the server refuses the write.
 * Remembers the latest ones, until a snapshot meets them at rest. Thread-safe.
 */
final class UnrolledRows {

  /** As many as one transaction may have by default. */
  private static final int MOST = 10_000;

  private final Cache<RowKey, Unrolled> known =
      CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(MOST).build();

  /** One lock of one row. */
  record Unrolled(RowReference row, TransactionId owner) {

    static Unrolled of(LockedRow row, Prewritten lock) {
      return new Unrolled(new RowReference(row.key(), row.lockTime()), lock.id());
    }
  }

  void add(Unrolled row) {
    known.put(row.row().key(), row);
  }

  /** Forgets a row that has been rolled forward, unless it has another lock by now. */
  void forget(Unrolled row) {
    known.asMap().remove(row.row().key(), row);
  }

  /** Returns what is known now, and does not change later. */
  Map<RowKey, Unrolled> now() {
    return Map.copyOf(known.asMap());
  }
}
