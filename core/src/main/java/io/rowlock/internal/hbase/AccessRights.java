package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.MissingPermissionException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableSortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The permissions of this user, as far as HBase checks permissions and the master reports them.
 *
 * <p>Two checks cannot be left to the servers. They drop cells that a user may not read from their
 * answers without an error ({@link ReadRights}). And they would refuse a write to a family that the
 * user may not write to only after the commit point, because until then its value is in a lock.
 * Thread-safe.
 */
final class AccessRights {

  private static final Logger LOG = LoggerFactory.getLogger(AccessRights.class);

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long UNCHECKED_PAUSE_NANOS = Duration.ofMinutes(10).toNanos();

  private final RegionServers servers;
  private final AsyncAdmin admin;
  private final Clock clock;
  final String user; // for messages
  private final AtomicLong nextTrialNanos;
  private volatile long pausedUntilNanos;
  private volatile boolean isSilent;

  /**
   * Creates the rights without a request.
   *
   * @param user the connection's, for messages
   */
  AccessRights(RegionServers servers, String user) {
    this.servers = servers;
    this.admin = TableViews.admin(servers.connection(), PATIENCE.toMillis(), PATIENCE.toMillis());
    this.clock = servers.environment().clock();
    this.user = user;
    this.pausedUntilNanos = clock.monotonicNanos();
    this.nextTrialNanos = new AtomicLong(pausedUntilNanos);
  }

  /**
   * Returns the families that this user may not read or write as a whole, as far as the master
   * reports it.
   */
  CompletableFuture<NavigableSet<byte[]>> denied(
      TableName table, Iterable<byte[]> families, Permission.Action action) {
    List<byte[]> requested = ImmutableList.copyOf(families);
    List<Permission> permissions =
        requested.stream()
            .map(family -> Permission.newBuilder(table).withFamily(family).withActions(action))
            .map(Permission.Builder::build)
            .toList();
    return request(permissions)
        .thenApply(granted -> granted.orElse(Collections.nCopies(requested.size(), true)))
        .thenApply(granted -> denied(requested, granted));
  }

  private static NavigableSet<byte[]> denied(List<byte[]> families, List<Boolean> granted) {
    return IntStream.range(0, families.size())
        .filter(i -> !granted.get(i))
        .mapToObj(families::get)
        .collect(ImmutableSortedSet.toImmutableSortedSet(Bytes.BYTES_COMPARATOR));
  }

  /**
   * Returns which of the permissions this user has. Empty if HBase checks none, or while the master
   * does not answer; after such a failure the master is not asked again for a while. Then only the
   * servers' own checks protect.
   */
  CompletableFuture<Optional<List<Boolean>>> request(List<Permission> permissions) {
    if (isPaused()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return limited(() -> admin.hasUserPermissions(permissions))
        .thenApply(this::answered)
        .exceptionally(this::unanswered);
  }

  /**
   * Returns whether a read goes ahead without a question. After a failure, a read each minute finds
   * out whether the master answers again, and no other read waits for it.
   */
  boolean passesUnchecked() {
    return isPaused() || (isSilent && !isTrialDue());
  }

  private boolean isPaused() {
    return clock.monotonicNanos() - pausedUntilNanos < 0;
  }

  private boolean isTrialDue() {
    long next = nextTrialNanos.get();
    long now = clock.monotonicNanos();
    return now - next >= 0 && nextTrialNanos.compareAndSet(next, now + PAUSE_NANOS);
  }

  private Optional<List<Boolean>> answered(List<Boolean> granted) {
    isSilent = false;
    return Optional.of(granted);
  }

  /** Returns whether the table exists, as far as HBase reports it. */
  CompletableFuture<Boolean> exists(TableName table) {
    return limited(() -> admin.tableExists(table)).exceptionally(failure -> true);
  }

  private <T> CompletableFuture<T> limited(Supplier<CompletableFuture<T>> question) {
    return servers.limited(Async.guarded(question), PATIENCE, "permissions");
  }

  private Optional<List<Boolean>> unanswered(Throwable failure) {
    Throwable cause = FaultClassifier.causeOf(failure);
    boolean isUnchecked = isNotLoaded(cause);
    pausedUntilNanos = clock.monotonicNanos() + (isUnchecked ? UNCHECKED_PAUSE_NANOS : PAUSE_NANOS);
    isSilent = true;
    if (!isUnchecked) {
      LOG.info(
          "The master does not report the permissions of user '{}': {}", user, cause.toString());
    }
    return Optional.empty();
  }

  /** Returns whether the error is that of a master without an access controller. */
  private static boolean isNotLoaded(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return cause instanceof DoNotRetryIOException && message.contains("is not loaded");
  }

  /** Explains why neither the master nor a region shows a table's descriptor. */
  Throwable explainDescriptor(TableName table, Throwable failure) {
    if (!(FaultClassifier.causeOf(failure) instanceof AccessDeniedException denied)) {
      return failure;
    }
    return new MissingPermissionException(
        String.format(
            "User '%1$s' may not see the descriptor of table '%2$s', which every write needs. This"
                + " HBase's regions do not show it, and its master shows it to users with the"
                + " permission CREATE or ADMIN on the whole table: grant one, in HBase's shell by"
                + " grant '%1$s', 'C', '%2$s'",
            user, table.getNameAsString()),
        denied);
  }
}
