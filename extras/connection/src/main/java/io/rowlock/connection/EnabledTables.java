package io.rowlock.connection;

import io.rowlock.ConflictException;
import io.rowlock.NotCommittedException;
import io.rowlock.internal.store.Async;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which tables are transactional: those that have the family of the locks. A read finds that
 * out, so that neither the master nor a permission of an administrator is needed, unless the user
 * may not read that family, or the table is to be enabled. The answer about a table is at most a
 * minute old. If its regions do not answer, an older "yes" counts: if it is wrong, transactions
 * fail. An older "no" never does, because plain writes to a table that is transactional now would
 * bypass its locks, and be hidden below its floor. Thread-safe.
 */
final class EnabledTables {

  /** As long as a client relies on the facts of a table (I5). */
  private static final Duration AGE = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(EnabledTables.class);

  private final LockFamilyLookup lookup;
  private final @Nullable FirstUse firstUse;
  private final LongSupplier nanos;
  private final Map<TableName, Known> known = new ConcurrentHashMap<>();

  private record Known(boolean isEnabled, long since) {}

  /**
   * Creates an instance that knows no table.
   *
   * @param enablesNew whether plain tables are made transactional at their first use, if they are
   *     empty
   * @param nanos a monotonic clock
   */
  EnabledTables(IoSupplier<Connection> plain, boolean enablesNew, LongSupplier nanos) {
    this.lookup = new LockFamilyLookup(plain);
    this.firstUse = enablesNew ? new FirstUse(plain, lookup) : null;
    this.nanos = nanos;
  }

  /** Returns whether calls on the table are transactions. */
  boolean contains(TableName table) throws IOException {
    Optional<Boolean> last = lastAnswer(table);
    return last.isPresent() ? last.get() : containsNow(table);
  }

  /**
   * Returns the answer without asking; empty if there is none that counts. A "no" counts only if
   * operators enable the tables: another connection may find the table empty at any moment.
   */
  Optional<Boolean> lastAnswer(TableName table) {
    Known last = known.get(table);
    return last != null
            && (last.isEnabled || firstUse == null)
            && nanos.getAsLong() - last.since < AGE.toNanos()
        ? Optional.of(last.isEnabled)
        : Optional.empty();
  }

  /** Returns whether the table is transactional at this moment. */
  boolean containsNow(TableName table) throws IOException {
    return !table.isSystemTable() && update(table, known.get(table));
  }

  /** Makes the next call ask again, unless the last one has failed because of a conflict. */
  void noteFailure(TableName table, Throwable failure) {
    if (!(Async.unwrap(failure) instanceof ConflictException)) {
      known.computeIfPresent(
          table, (name, last) -> new Known(last.isEnabled, last.since - AGE.toNanos()));
    }
  }

  /**
   * Returns whether a call that has failed may be made again: the table was dropped, and created
   * anew without locks, and is transactional now.
   */
  boolean isEnabledAgain(TableName table, Throwable failure) throws IOException {
    noteFailure(table, failure);
    return mayBeAnother(failure) && contains(table);
  }

  /** A table without locks has no family of that name. Such a call was surely not performed. */
  static boolean mayBeAnother(Throwable failure) {
    return Async.unwrap(failure) instanceof NotCommittedException
        && Throwables.getCausalChain(failure).stream()
            .anyMatch(NoSuchColumnFamilyException.class::isInstance);
  }

  private boolean update(TableName table, @Nullable Known last) throws IOException {
    long now = nanos.getAsLong();
    try {
      boolean isEnabled = isTransactional(table, last);
      known.put(table, new Known(isEnabled, now));
      return isEnabled;
    } catch (TableNotFoundException missing) {
      known.remove(table);
      throw missing; // a plain call might meet a table that was created meanwhile, with locks
    } catch (IOException unanswered) {
      if (LockFamilyLookup.isInterruption(unanswered)) {
        Thread.currentThread().interrupt(); // as transactions leave it, unlike HBase's client
        throw unanswered;
      }
      if (last == null || !last.isEnabled) {
        throw unanswered;
      }
      LOG.warn("Nothing new is known about table '{}'", table, unanswered);
      known.put(table, new Known(true, now));
      return true;
    }
  }

  private boolean isTransactional(TableName table, @Nullable Known last) throws IOException {
    boolean hasLocks = last == null ? lookup.hasLocks(table) : lookup.hasLocksNow(table);
    boolean isNew = last == null || (last.isEnabled && !hasLocks); // or created anew
    return (firstUse != null && isNew) ? firstUse.isEnabled(table, hasLocks) : hasLocks;
  }
}
