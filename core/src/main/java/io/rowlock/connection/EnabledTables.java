package io.rowlock.connection;

import com.google.common.base.Throwables;
import io.rowlock.ConflictException;
import io.rowlock.NotCommittedException;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.internal.engine.Failures;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which tables are transactional: those that have the family of the locks. A read finds that
 * out, so that neither the master nor a permission of an administrator is needed, unless the user
 * may not read that family, or the table is to be enabled. The answer about a table is at most a
 * minute old; older if its region does not answer. Thread-safe.
 */
final class EnabledTables {

  /** As long as a client relies on the facts of a table (I5). */
  private static final Duration AGE = Duration.ofMinutes(1);

  private static final int PATIENCE_MILLIS = 5_000;

  private static final byte[] SOME_ROW = {0};
  private static final Logger LOG = LoggerFactory.getLogger(EnabledTables.class);

  private final PlainConnection plain;
  private final boolean enablesNew;
  private final LongSupplier nanos;
  private final Map<TableName, Known> known = new ConcurrentHashMap<>();
  private final Map<TableName, Object> locks = new ConcurrentHashMap<>();

  private record Known(boolean isEnabled, long since) {}

  /**
   * Creates an instance that knows no table.
   *
   * @param enablesNew makes tables that are not transactional so at their first use, if they are
   *     empty
   * @param nanos a monotonic clock
   */
  EnabledTables(PlainConnection plain, boolean enablesNew, LongSupplier nanos) {
    this.plain = plain;
    this.enablesNew = enablesNew;
    this.nanos = nanos;
  }

  /** Returns whether calls on the table are transactions. */
  boolean contains(TableName table) throws IOException {
    Optional<Boolean> last = lastAnswer(table);
    return last.isPresent() ? last.get() : containsNow(table);
  }

  /** Returns the answer without asking; empty if there is none that is young enough. */
  Optional<Boolean> lastAnswer(TableName table) {
    Known last = known.get(table);
    return last != null && nanos.getAsLong() - last.since < AGE.toNanos()
        ? Optional.of(last.isEnabled)
        : Optional.empty();
  }

  /** Returns whether the table is transactional at this moment. */
  boolean containsNow(TableName table) throws IOException {
    return !table.isSystemTable() && ask(table, known.get(table));
  }

  /** Makes the next call ask again, unless the last one has failed because of a conflict. */
  void noteFailure(TableName table, Throwable failure) {
    if (!(Failures.unwrap(failure) instanceof ConflictException)) {
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
    return Failures.unwrap(failure) instanceof NotCommittedException
        && Throwables.getCausalChain(failure).stream()
            .anyMatch(NoSuchColumnFamilyException.class::isInstance);
  }

  private boolean ask(TableName table, @Nullable Known last) throws IOException {
    long now = nanos.getAsLong();
    try {
      boolean isEnabled = isTransactional(table, last);
      known.put(table, new Known(isEnabled, now));
      return isEnabled;
    } catch (TableNotFoundException missing) {
      known.remove(table);
      throw missing; // a plain call might meet a table that was created meanwhile, with locks
    } catch (IOException unanswered) {
      if (last == null || isInterruption(unanswered)) {
        throw unanswered;
      }
      LOG.warn("Nothing new is known about table '{}'", table, unanswered);
      known.put(table, new Known(last.isEnabled, now));
      return last.isEnabled;
    }
  }

  /** HBase's client throws a {@code SocketTimeoutException} also when its own time is up. */
  private static boolean isInterruption(IOException failure) {
    return failure instanceof InterruptedIOException
        && !(failure instanceof SocketTimeoutException);
  }

  private boolean isTransactional(TableName table, @Nullable Known last) throws IOException {
    boolean hasLocks = hasLocks(table, last != null);
    boolean isNew = last == null || (last.isEnabled && !hasLocks); // or created anew
    return (enablesNew && isNew) ? isEnabledAtFirstUse(table, hasLocks) : hasLocks;
  }

  /** Enables the table if it is empty, or if another client has begun to and has died. */
  private boolean isEnabledAtFirstUse(TableName table, boolean hasLocks) throws IOException {
    synchronized (locks.computeIfAbsent(table, name -> new Object())) {
      if (!hasLocks && !isEmpty(table)) {
        return hasLocks(table, false); // another client may have enabled it, and written
      }
      return isMadeTransactional(table) || hasLocks;
    }
  }

  /** Does not wait long for a region if there is an earlier answer. */
  private boolean hasLocks(TableName table, boolean isKnown) throws IOException {
    TableBuilder builder = plain.get().getTableBuilder(table, null);
    if (isKnown) {
      builder.setOperationTimeout(PATIENCE_MILLIS);
    }
    try (Table asked = builder.build()) {
      var unused = asked.exists(new Get(SOME_ROW).addFamily(LockColumn.family()));
      return true;
    } catch (NoSuchColumnFamilyException missing) {
      return false;
    } catch (AccessDeniedException forbidden) {
      return isDescribedWithLocks(table, forbidden);
    }
  }

  /** Asks the master, for a user who may read some families of the table only. */
  private boolean isDescribedWithLocks(TableName table, AccessDeniedException forbidden)
      throws IOException {
    try (Table asked = plain.get().getTable(table)) {
      return asked.getDescriptor().hasColumnFamily(LockColumn.family());
    } catch (AccessDeniedException alsoForbidden) {
      throw new AccessDeniedException(
          "This user cannot find out whether table '%s' is transactional: that needs R on the table"
                  .formatted(table)
              + " or on its family _lock, or C on the table: "
              + forbidden.getMessage());
    }
  }

  /** Enables the table, or completes what another client has begun; false if that is forbidden. */
  private boolean isMadeTransactional(TableName table) throws IOException {
    try {
      TransactionAdmin.create(plain.get()).enable(table);
      return true;
    } catch (AccessDeniedException forbidden) {
      LOG.warn("This user may not make table '{}' transactional", table, forbidden);
      return false;
    }
  }

  private boolean isEmpty(TableName table) throws IOException {
    try (Table asked = plain.get().getTable(table);
        ResultScanner rows = asked.getScanner(new Scan().setOneRowLimit())) {
      return rows.next() == null;
    }
  }
}
