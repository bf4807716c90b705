package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.MissingPermissionException;
import io.rowlock.internal.store.RowRead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Refuses reads whose answers would be incomplete.
 *
 * <p>The servers omit cells that a user may not read from their answers without an error if the
 * user may read any requested cell; and because every read requests the lock, they omit all others.
 * A row without its lock looks as if no transaction held it, and a column without its cells as if
 * it had never been written. Reads that name no family request only what the user may read.
 * Thread-safe.
 */
final class ReadRights {

  private static final long MEMORY_NANOS = Duration.ofMinutes(1).toNanos();

  private static final int MAX_REMEMBERED = 10_000;

  private final AccessRights rights;
  private final Clock clock;
  private final Map<Permission, Grant> granted = new ConcurrentHashMap<>();

  /** When the master has reported a permission, and whether it was asked again. */
  private record Grant(long answeredNanos, AtomicBoolean isRenewed) {}

  ReadRights(AccessRights rights, Clock clock) {
    this.rights = rights;
    this.clock = clock;
  }

  /** Checks each of the reads as {@link #require(TableName, ColumnSelection)} does. */
  CompletableFuture<Void> require(List<RowRead> reads) {
    if (rights.passesUnchecked()) {
      return Async.DONE;
    }
    Map<TableName, ColumnSelection> columns = new HashMap<>();
    for (RowRead read : reads) {
      columns.merge(
          read.key().table(),
          read.columns().isAll() ? ColumnSelection.LOCK_ONLY : read.columns(),
          (some, more) -> some.includesAll(more) ? some : some.and(more));
    }
    return Async.allDone(
        columns.entrySet().stream().map(e -> requireAll(e.getKey(), e.getValue())).toList());
  }

  /**
   * Fails if the answer would omit the table's locks, or named columns. Reads wait for the answer
   * of the master, unless an answer is at most two minutes old. After one minute the request is
   * repeated, and no read waits. Nothing is checked where HBase checks nothing, or the master does
   * not answer.
   */
  CompletableFuture<Void> require(TableName table, ColumnSelection columns) {
    return rights.passesUnchecked() ? Async.DONE : requireAll(table, columns);
  }

  private CompletableFuture<Void> requireAll(TableName table, ColumnSelection columns) {
    Permission lock =
        readOf(table).withFamily(LockColumn.family()).withQualifier(LockColumn.qualifier()).build();
    CompletableFuture<Void> locks = require(table, lock, List::of, () -> cannotReadLocks(table));
    return columns.families().isEmpty()
        ? locks
        : locks.thenCompose(
            granted ->
                Async.allDone(
                    columns.families().entrySet().stream()
                        .map(family -> require(table, family.getKey(), family.getValue()))
                        .toList()));
  }

  private CompletableFuture<Void> require(
      TableName table, byte[] family, NavigableSet<byte[]> qualifiers) {
    return require(
        table,
        readOf(table).withFamily(family).build(),
        () ->
            qualifiers.stream()
                .map(column -> readOf(table).withFamily(family).withQualifier(column).build())
                .toList(),
        () -> cannotRead(table, family));
  }

  /**
   * Fails without the permission for the whole.
   *
   * @param parts permissions that together replace that for the whole, if there are any
   */
  private CompletableFuture<Void> require(
      TableName table,
      Permission whole,
      Supplier<List<Permission>> parts,
      Supplier<Exception> refusal) {
    if (isKnown(whole)) {
      return Async.DONE;
    }
    List<Permission> few = parts.get();
    if (!few.isEmpty() && few.stream().allMatch(this::isKnown)) {
      return Async.DONE;
    }
    List<Permission> requested = new ArrayList<>(few);
    requested.add(whole);
    return request(requested)
        .thenCompose(
            answer -> {
              boolean isWhole = answer.get(few.size());
              boolean isFew = !few.isEmpty() && !answer.subList(0, few.size()).contains(false);
              return isWhole || isFew ? Async.DONE : refuse(table, refusal);
            });
  }

  /** A table's grants are dropped with it, and locks that name it are settled all the same. */
  private CompletableFuture<Void> refuse(TableName table, Supplier<Exception> refusal) {
    return rights
        .exists(table)
        .thenCompose(
            exists ->
                CompletableFuture.failedFuture(
                    exists ? refusal.get() : new TableNotFoundException(table.getNameAsString())));
  }

  private boolean isKnown(Permission permission) {
    Grant known = granted.get(permission);
    if (known == null) {
      return false;
    }
    long age = clock.monotonicNanos() - known.answeredNanos;
    if (age >= MEMORY_NANOS && known.isRenewed.compareAndSet(false, true)) {
      var unused = request(List.of(permission));
    }
    return age < 2 * MEMORY_NANOS;
  }

  /**
   * Returns which permissions the user has. If the master gives no answer, each counts as granted
   * this time.
   */
  private CompletableFuture<List<Boolean>> request(List<Permission> permissions) {
    return rights
        .request(permissions)
        .thenApply(
            answer -> {
              answer.ifPresent(granted -> note(permissions, granted));
              return answer.orElse(Collections.nCopies(permissions.size(), true));
            });
  }

  private void note(List<Permission> permissions, List<Boolean> answer) {
    for (int i = 0; i < permissions.size(); i++) {
      if (granted.size() >= MAX_REMEMBERED) {
        granted.clear();
      }
      if (answer.get(i)) {
        granted.put(permissions.get(i), new Grant(clock.monotonicNanos(), new AtomicBoolean()));
      } else {
        granted.remove(permissions.get(i));
      }
    }
  }

  private MissingPermissionException cannotReadLocks(TableName table) {
    return refusal(table, LockColumn.family(), "lock", "nothing can be read correctly");
  }

  private MissingPermissionException cannotRead(TableName table, byte[] family) {
    return refusal(table, family, "column", "its cells look as if they had never been written");
  }

  private MissingPermissionException refusal(
      TableName table, byte[] family, String kind, String why) {
    return new MissingPermissionException(
        String.format(
            "User '%1$s' may not read the %4$s family '%2$s' of table '%3$s' (permission R),"
                + " without which %5$s: grant it, in HBase's shell by"
                + " grant '%1$s', 'R', '%3$s', '%2$s'",
            rights.user, Bytes.toStringBinary(family), table.getNameAsString(), kind, why));
  }

  private static Permission.Builder readOf(TableName table) {
    return Permission.newBuilder(table).withActions(Permission.Action.READ);
  }
}
