package io.rowlock.connection;

import com.google.common.base.Throwables;
import io.rowlock.ConflictException;
import io.rowlock.NotCommittedException;
import io.rowlock.admin.EnableOptions;
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
import org.apache.hadoop.hbase.client.RegionLocator;
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
 * minute old. If its regions do not answer, an older "yes" counts: if it is wrong, transactions
 * fail. An older "no" never does, because plain writes to a table that is transactional now would
 * bypass its locks. Thread-safe.
 */
final class EnabledTables {

  /** As long as a client relies on the facts of a table (I5). */
  private static final Duration AGE = Duration.ofMinutes(1);

  private static final int PATIENCE_MILLIS = 5_000;

  private static final byte[] SOME_ROW = {0};

  /** A table without the endpoint is complete: its owner may not want it. */
  private static final EnableOptions NO_MORE_THAN_NEEDED =
      EnableOptions.builder().regionCommit(false).build();

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
      if (last == null || !last.isEnabled || isInterruption(unanswered)) {
        throw unanswered;
      }
      LOG.warn("Nothing new is known about table '{}'", table, unanswered);
      known.put(table, new Known(true, now));
      return true;
    }
  }

  /** HBase's client throws a {@code SocketTimeoutException} also when its own time is up. */
  private static boolean isInterruption(IOException failure) {
    return failure instanceof InterruptedIOException
        && !(failure instanceof SocketTimeoutException);
  }

  private boolean isTransactional(TableName table, @Nullable Known last) throws IOException {
    boolean hasLocks = last == null ? hasLocks(table) : hasLocksNow(table);
    boolean isNew = last == null || (last.isEnabled && !hasLocks); // or created anew
    return (enablesNew && isNew) ? isEnabledAtFirstUse(table, hasLocks) : hasLocks;
  }

  /** Enables the table if it is empty, or if another client has begun to and has died. */
  private boolean isEnabledAtFirstUse(TableName table, boolean hasLocks) throws IOException {
    synchronized (locks.computeIfAbsent(table, name -> new Object())) {
      if (hasLocks) {
        complete(table);
        return true;
      }
      return isEmpty(table)
          ? isMadeTransactional(table)
          : hasLocks(table); // another client may have enabled it, and written
    }
  }

  private boolean hasLocks(TableName table) throws IOException {
    return hasLocks(table, plain.get().getTableBuilder(table, null), SOME_ROW);
  }

  /** Does not wait long for a region: of two, one may answer. */
  private boolean hasLocksNow(TableName table) throws IOException {
    try {
      return hasLocks(table, impatient(table), SOME_ROW);
    } catch (IOException unanswered) {
      if (unanswered instanceof TableNotFoundException || isInterruption(unanswered)) {
        throw unanswered;
      }
      try (RegionLocator regions = plain.get().getRegionLocator(table)) {
        byte[][] starts = regions.getStartKeys();
        if (starts.length > 1) {
          return hasLocks(table, impatient(table), starts[starts.length - 1]);
        }
      } catch (IOException alsoUnanswered) {
        unanswered.addSuppressed(alsoUnanswered);
      }
      throw unanswered;
    }
  }

  private TableBuilder impatient(TableName table) throws IOException {
    return plain.get().getTableBuilder(table, null).setOperationTimeout(PATIENCE_MILLIS);
  }

  private boolean hasLocks(TableName table, TableBuilder builder, byte[] row) throws IOException {
    try (Table asked = builder.build()) {
      var unused = asked.exists(new Get(row).addFamily(LockColumn.family()));
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

  /** Completes what another client has begun, if anything; transactions tell if that fails. */
  private void complete(TableName table) throws IOException {
    TransactionAdmin admin = TransactionAdmin.create(plain.get());
    try {
      if (!admin.planEnable(table, NO_MORE_THAN_NEEDED, progress -> {}).isEmpty()) {
        admin.enable(table);
      }
    } catch (IOException unable) {
      if (isInterruption(unable)) {
        throw unable;
      }
      LOG.debug("Table '{}' stays as it is", table, unable);
    }
  }

  /** Enables the table; false if that is forbidden. */
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
