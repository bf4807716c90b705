package io.rowlock.admin;

import io.rowlock.LockRefusedException;
import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.OwnConnection;
import io.rowlock.internal.engine.ServerTime;
import io.rowlock.internal.protocol.maintenance.Diagnosis;
import io.rowlock.internal.protocol.maintenance.LockMaintenance;
import io.rowlock.internal.protocol.maintenance.LockView;
import io.rowlock.internal.protocol.recovery.Settlement;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Looks at locks, and settles, gives up or removes them. Made by {@link
 * TransactionAdmin#openLockTools()}; has a connection of its own and is to be closed. What it has
 * seen it remembers, as leases are measured by it: one object for one job. Thread-safe.
 *
 * <p>Nothing here is needed in everyday life: whoever meets a lock that was left behind settles it.
 * The tools serve to see what is going on, to settle what nobody meets, and to repair what cannot
 * happen by itself: lock cells that something else has overwritten, and tables or families that
 * were dropped while a transaction needed them.
 *
 * <p>All methods block, and have no asynchronous twins: they are the tools of a person, walk
 * through whole tables and write files, and belong into a thread of their own. They fail with an
 * {@code IOException}, whose message names table and row, when HBase does; then they can be called
 * again, as each step stands for itself. Consumers are called on the calling thread.
 */
public final class LockTools implements AutoCloseable {

  /** After this, locks that nobody has touched may be vacuumed. */
  public static final Duration DEFAULT_HORIZON = Duration.ofHours(24);

  private final Connection connection;
  private final Engine engine;
  private final Clock clock;
  private final LockMaintenance maintenance;
  private final Optional<ServerTime> servers;
  private final long openedNanos;

  LockTools(Connection connection, Engine engine, Clock clock, Optional<ServerTime> servers) {
    this.connection = connection;
    this.engine = engine;
    this.clock = clock;
    this.maintenance = engine.maintenance();
    this.servers = servers;
    this.openedNanos = clock.monotonicNanos();
  }

  /** As {@link #list(LockRange, Consumer, Consumer)}, without progress. */
  public void list(LockRange range, Consumer<LockInfo> found) throws IOException {
    list(range, found, LockTools::ignore);
  }

  /**
   * Shows every lock of a range, in the order of the rows, stable ones too ({@link
   * LockInfo#isUnsettled}); rows without a lock cell have none. Reads only lock cells, waits for
   * nobody, settles nothing, and needs little memory whatever the size of the table. Not a
   * snapshot: locks come and go all the time on a table in use.
   */
  public void list(LockRange range, Consumer<LockInfo> found, Consumer<ScanProgress> progress)
      throws IOException {
    new LockScan(connection, range, progress)
        .locks((row, lock) -> found.accept(info(maintenance.view(row, lock))));
  }

  /** The lock of one row; empty when it has no lock cell. */
  public Optional<LockInfo> look(TableName table, byte[] row) throws IOException {
    RowKey key = new RowKey(table, row.clone());
    return LockCalls.await(maintenance.look(key)).map(this::info);
  }

  private LockInfo info(LockView view) {
    return new LockInfo(view, age(view.stored()), maintenance.seenFor(view));
  }

  private Optional<Duration> age(StoredLock lock) {
    long open = Duration.ofNanos(clock.monotonicNanos() - openedNanos).toMillis();
    return servers
        .map(time -> time.newestReport() + open - lock.time())
        .map(millis -> Duration.ofMillis(Math.max(0, millis)));
  }

  /** As {@link #resolve(LockRange, Consumer, Consumer)}, without progress. */
  public void resolve(LockRange range, Consumer<LockResolution> result) throws IOException {
    resolve(range, result, LockTools::ignore);
  }

  /**
   * Settles the locks of a range as any reader would: finishes committed transactions with all
   * their rows, wherever these are, and aborts those whose owner has been silent for a whole lease,
   * as seen from here. Owners that live are left alone. Some hundred locks are settled at once, and
   * none is stayed with for longer than two leases and a second.
   *
   * @param result is told of every lock that was not stable, in the order of the rows
   */
  public void resolve(
      LockRange range, Consumer<LockResolution> result, Consumer<ScanProgress> progress)
      throws IOException {
    Resolving resolving = new Resolving(maintenance, this::info, result);
    new LockScan(connection, range, progress)
        .locks((row, lock) -> resolving.add(maintenance.view(row, lock)));
    resolving.settle();
  }

  /** Settles one lock; empty when it was stable. */
  public Optional<LockResolution> resolve(LockInfo lock) throws IOException {
    Settlement settlement = LockCalls.await(maintenance.settle(lock.view()));
    return Resolving.resolution(lock, settlement);
  }

  /** What can be done about a lock, and what discarding it would cost. Changes nothing. */
  public LockDiagnosis examine(LockInfo lock) throws IOException {
    return diagnosis(LockCalls.await(maintenance.examine(lock.view())));
  }

  /**
   * Gives up a lock that no reader can ever settle, at whatever price; nothing else does so. The
   * row can be read and written by transactions again.
   *
   * @param lock exactly this one, as it was seen
   * @throws LockRefusedException when the lock has changed meanwhile, or there is another way
   */
  public LockDiagnosis discard(LockInfo lock) throws IOException {
    return diagnosis(LockCalls.await(maintenance.discard(lock.view(), found -> true)));
  }

  /**
   * As {@link #discard(LockInfo)}, at no other price than the one that was told.
   *
   * @param confirmed what {@link #examine} has told, and a person has confirmed
   * @throws LockRefusedException also when the loss, or what is the matter, has changed meanwhile:
   *     a table or a family may have been dropped or created
   */
  public LockDiagnosis discard(LockInfo lock, LockDiagnosis confirmed) throws IOException {
    return diagnosis(
        LockCalls.await(
            maintenance.discard(lock.view(), found -> diagnosis(found).equals(confirmed))));
  }

  private static LockDiagnosis diagnosis(Diagnosis found) {
    return new LockDiagnosis(found.isDiscardable(), found.explanation(), found.loss());
  }

  /** As {@link #markForVacuum(LockRange, Path, Consumer)}, without progress. */
  public long markForVacuum(LockRange range, Path file) throws IOException {
    return markForVacuum(range, file, LockTools::ignore);
  }

  /**
   * The first pass of a vacuum: marks the locks of rows without data, which deleted rows leave
   * behind. Changes nothing in HBase.
   *
   * @param file a new one, which {@link #sweep} reads; appears when the pass is complete
   * @return how many were marked
   * @throws IOException also when the file is there already, when the servers' time cannot be had,
   *     and when this client's clock is more than ten minutes off
   */
  public long markForVacuum(LockRange range, Path file, Consumer<ScanProgress> progress)
      throws IOException {
    LockScan scan = new LockScan(connection, range, progress);
    return new LockVacuuming(maintenance, this::askServers).mark(scan, range, file);
  }

  /** As {@link #sweep(Path, Duration, boolean, Consumer)}, in earnest and without progress. */
  public VacuumReport sweep(Path file, Duration horizon) throws IOException {
    return sweep(file, horizon, false, LockTools::ignore);
  }

  /**
   * The second pass of a vacuum: deletes those of the marked locks that have not changed since, and
   * whose rows still have no data. May be repeated.
   *
   * @param horizon at least this long after the first pass, by the servers' time; no transaction
   *     may last as long, and no client's clock be as far behind. At least an hour
   * @param dryRun only tell what would be done
   * @throws IOException also when it is too early, when the file is not complete, when the servers'
   *     time cannot be had, and when this client's clock is more than ten minutes off
   * @throws IllegalArgumentException when the horizon is shorter than an hour
   */
  public VacuumReport sweep(
      Path file, Duration horizon, boolean dryRun, Consumer<VacuumProgress> progress)
      throws IOException {
    return new LockVacuuming(maintenance, this::askServers).sweep(file, horizon, dryRun, progress);
  }

  private ServerTime askServers() throws IOException {
    return OwnConnection.checkClock(engine.connection(), clock)
        .orElseThrow(
            () ->
                new IOException(
                    "A vacuum needs the servers' time, which the master does not tell: is it"
                        + " running, and may this user ask for the cluster's metrics?"));
  }

  private static void ignore(ScanProgress progress) {}

  private static void ignore(VacuumProgress progress) {}

  /** Closes its own connection. */
  @Override
  public void close() {
    engine.close();
  }
}
