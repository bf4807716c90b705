package io.rowlock.operations;

import io.rowlock.LockRefusedException;
import io.rowlock.admin.ScanProgress;
import io.rowlock.internal.admin.HiddenFamilies;
import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.ServerTime;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.RowKey;
import io.rowlock.operations.maintenance.Diagnosis;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import io.rowlock.operations.maintenance.Settlement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Lists, settles, discards and removes locks. {@link RowlockOperations#openLockTools()} creates an
 * instance, which has its own connection and must be closed. It remembers the locks that it has
 * seen, because leases are measured by this: use one instance for one job. Thread-safe.
 *
 * <p>Everyday operation does not need these tools, because any client that meets an abandoned lock
 * settles it. They serve to see which locks exist, to settle locks that no client meets, and to
 * repair what no client can: lock cells that another program has overwritten, and tables or
 * families that were dropped while a transaction needed them.
 *
 * <p>All methods block, and have no asynchronous twins: they are the tools of a person, go through
 * whole tables and write files, and should run in a separate thread. If HBase fails, they throw an
 * {@code IOException} whose message names table and row; the caller may repeat the call, because
 * each step is independent. Consumers are called on the calling thread.
 */
public final class LockTools implements AutoCloseable {

  /** The default age from which unchanged locks may be vacuumed. */
  public static final Duration DEFAULT_HORIZON = Duration.ofHours(24);

  private final Connection connection;
  private final Engine engine;
  private final Clock clock;
  private final LockMaintenance maintenance;
  private final Optional<ServerTime> servers;
  private final long openedNanos;

  LockTools(
      Connection connection,
      Engine engine,
      LockMaintenance maintenance,
      Clock clock,
      Optional<ServerTime> servers) {
    this.connection = connection;
    this.engine = engine;
    this.clock = clock;
    this.maintenance = maintenance;
    this.servers = servers;
    this.openedNanos = clock.monotonicNanos();
  }

  /** Lists locks like {@link #list(LockRange, Consumer, Consumer)}, without progress. */
  public void list(LockRange range, Consumer<LockInfo> found) throws IOException {
    list(range, found, progress -> {});
  }

  /**
   * Lists every lock of a range, in the order of the rows, stable ones too ({@link
   * LockInfo#isUnsettled}); rows without a lock cell have none. It reads only lock cells, waits for
   * no lock, settles none, and needs little memory whatever the size of the table. The list is not
   * a snapshot: locks in a busy table change all the time.
   */
  public void list(LockRange range, Consumer<LockInfo> found, Consumer<ScanProgress> progress)
      throws IOException {
    each(range, found::accept, progress);
  }

  /** Lists the locks for a visitor that may fail. */
  void each(LockRange range, RangeScan.Visitor<LockInfo> found, Consumer<ScanProgress> progress)
      throws IOException {
    scan(range, progress).locks(lock -> found.visit(info(lock)));
  }

  private RangeScan scan(LockRange range, Consumer<ScanProgress> progress) {
    return new RangeScan(connection, maintenance, range, progress);
  }

  /** Returns the lock of one row; empty if it has no lock cell. */
  public Optional<LockInfo> look(TableName table, byte[] row) throws IOException {
    RowKey key = new RowKey(table, row.clone());
    return LockCalls.await(maintenance.look(key)).map(this::info);
  }

  private LockInfo info(LockView view) {
    return new LockInfo(view, age(view), maintenance.seenFor(view));
  }

  private Optional<Duration> age(LockView lock) {
    long open = Duration.ofNanos(clock.monotonicNanos() - openedNanos).toMillis();
    return servers.flatMap(
        time -> LockInfo.ageAt(time.newestReport() + open, lock.stored().time(), lock.began()));
  }

  /** Settles locks like {@link #resolve(LockRange, Consumer, Consumer)}, without progress. */
  public void resolve(LockRange range, Consumer<LockResolution> result) throws IOException {
    resolve(range, result, progress -> {});
  }

  /**
   * Settles the locks of a range as any reader would: finishes committed transactions with all
   * their rows, in this range or not, and aborts those whose owner has been silent for a whole
   * lease, as measured by this process. Locks of live owners stay. It settles several hundred locks
   * at once, and gives up on a lock after two leases plus a second.
   *
   * @param result receives every lock that was not stable, in the order of the rows
   */
  public void resolve(
      LockRange range, Consumer<LockResolution> result, Consumer<ScanProgress> progress)
      throws IOException {
    resolve(range, lock -> true, result, progress);
  }

  /** Settles some locks of a range. */
  void resolve(
      LockRange range,
      Predicate<LockView> which,
      Consumer<LockResolution> result,
      Consumer<ScanProgress> progress)
      throws IOException {
    Resolving resolving = new Resolving(maintenance, this::info, result);
    scan(range, progress)
        .locks(
            lock -> {
              if (which.test(lock)) {
                resolving.add(lock);
              }
            });
    resolving.settle();
  }

  /** Returns what a person must do about a lock that no reader settles; empty for any other. */
  Optional<String> advice(LockInfo lock) throws IOException {
    return Optional.of(LockCalls.await(maintenance.examine(lock.view())))
        .filter(Diagnosis::needsAPerson)
        .map(Diagnosis::advice);
  }

  /** Settles one lock; empty if it was stable. */
  public Optional<LockResolution> resolve(LockInfo lock) throws IOException {
    Settlement settlement = LockCalls.await(maintenance.settle(lock.view()));
    return Resolving.resolution(lock, settlement);
  }

  /**
   * Returns what the locks of a range show about a transaction, which an exception or a log line
   * names. If it holds a lock there, that one is settled first, as {@link #resolve} does it.
   *
   * @param id {@link io.rowlock.Transaction#id}
   * @throws IllegalArgumentException if that is no id
   */
  public TransactionTrace trace(String id, LockRange range, Consumer<ScanProgress> progress)
      throws IOException {
    TraceSearch search = new TraceSearch(maintenance, this::info, TransactionId.parse(id));
    scan(range, progress).locks(search::add);
    return search.end();
  }

  /**
   * Finds what programs without transactions have left in a range since the table was enabled: data
   * that no transaction has written, deletes that none has made, and locks that are gone. It reads
   * all locks and all data that is newer than the table's floor, and changes nothing. Transactions
   * may run meanwhile.
   *
   * <p>It cannot find a plain write that a transaction has replaced since, a delete once HBase has
   * compacted it away, or anything within the first minute after {@code enable}.
   *
   * @param found receives the findings, in the order of the rows, a row once for each kind
   * @throws IOException also if the user may not read a family of the table
   */
  public void verifyData(
      LockRange range, Consumer<DataFinding> found, Consumer<ScanProgress> progress)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor table = admin.getDescriptor(range.table());
      HiddenFamilies.requireNoneAtAll(admin, table, "who has written the rows");
      new DataCheck(maintenance, scan(range, progress), found).run(table);
    }
  }

  /** Returns what can be done about a lock, and what discarding it would cost. Changes nothing. */
  public LockDiagnosis examine(LockInfo lock) throws IOException {
    return diagnosis(LockCalls.await(maintenance.examine(lock.view())));
  }

  /**
   * Discards a lock that no reader can ever settle, whatever the loss; no other method does so.
   * Afterwards transactions can read and write the row again.
   *
   * @param lock exactly this one, as it was read
   * @throws LockRefusedException if the lock has changed meanwhile, or a reader can settle it
   */
  public LockDiagnosis discard(LockInfo lock) throws IOException {
    return diagnosis(LockCalls.await(maintenance.discard(lock.view(), found -> true)));
  }

  /**
   * Discards a lock like {@link #discard(LockInfo)}, but only with the loss that was confirmed.
   *
   * @param confirmed the result of {@link #examine} that a person has confirmed
   * @throws LockRefusedException also if the loss, or the problem, has changed meanwhile: a table
   *     or a family may have been dropped or created
   */
  public LockDiagnosis discard(LockInfo lock, LockDiagnosis confirmed) throws IOException {
    return diagnosis(
        LockCalls.await(
            maintenance.discard(lock.view(), found -> diagnosis(found).equals(confirmed))));
  }

  private static LockDiagnosis diagnosis(Diagnosis found) {
    return new LockDiagnosis(found.isDiscardable(), found.explanation(), found.loss());
  }

  /** Marks locks like {@link #markForVacuum(LockRange, Path, Consumer)}, without progress. */
  public long markForVacuum(LockRange range, Path file) throws IOException {
    return markForVacuum(range, file, progress -> {});
  }

  /**
   * The first pass of a vacuum: marks the locks of rows without data, which deleted rows leave
   * behind. Changes nothing in HBase.
   *
   * @param file a new one, which {@link #sweep} reads; it appears when the pass is complete
   * @return how many were marked
   * @throws IOException also if the file exists already, if the servers' time is not available, and
   *     if this client's clock is more than ten minutes off
   */
  public long markForVacuum(LockRange range, Path file, Consumer<ScanProgress> progress)
      throws IOException {
    return new LockVacuuming(engine, maintenance, clock).mark(scan(range, progress), file);
  }

  /**
   * Sweeps locks like {@link #sweep(Path, Duration, boolean, Consumer)}, with deletions and without
   * progress.
   */
  public VacuumReport sweep(Path file, Duration horizon) throws IOException {
    return sweep(file, horizon, false, progress -> {});
  }

  /**
   * The second pass of a vacuum: deletes the marked locks that are unchanged, and whose rows still
   * have no data. It may be repeated.
   *
   * @param horizon the shortest time since the first pass, by the servers' time; every transaction
   *     must be shorter, and every client's clock behind by less. At least an hour
   * @param dryRun whether to report what would be deleted, without deleting
   * @throws IOException also if it is too early, if the file is not complete, if the servers' time
   *     is not available, and if this client's clock is more than ten minutes off
   * @throws IllegalArgumentException if the horizon is shorter than an hour
   */
  public VacuumReport sweep(
      Path file, Duration horizon, boolean dryRun, Consumer<Progress> progress) throws IOException {
    return new LockVacuuming(engine, maintenance, clock).sweep(file, horizon, dryRun, progress);
  }

  /** Closes the connection of these tools. */
  @Override
  public void close() {
    engine.close();
  }
}
