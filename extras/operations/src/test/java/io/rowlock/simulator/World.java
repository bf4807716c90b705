package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.internal.protocol.lock.LockSeeds;
import io.rowlock.internal.protocol.lock.TraceListener;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.operations.maintenance.MarkedLock;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The start of a run: servers, tables, rows with earlier versions, and the faults that will occur.
 */
final class World {

  /** Floors are mostly no further in the future. */
  private static final Duration FLOOR_AHEAD = Duration.ofMinutes(1);

  private static final List<TableName> TABLES =
      List.of(TableName.valueOf("left"), TableName.valueOf("right"));

  final Plan plan;
  final TraceListener trace;
  final Set<Fault> faults;
  final Duration lease;
  final VirtualTime time = new VirtualTime();
  final MemoryCluster cluster = new MemoryCluster();
  final Counts counts = new Counts();
  final LockAudit audit;
  final Servers servers;
  final TableChanges changes;

  /** The contents of the rows at the start. */
  final SortedMap<RowKey, Content> initial = new TreeMap<>();

  /** Old locks, as the first pass of a vacuum has marked them. */
  final List<MarkedLock> marked = new ArrayList<>();

  /** The times of the run. */
  final Calendar calendar;

  private final SplittableRandom shape;

  /** How far floors are mostly ahead. */
  private final long ahead;

  World(Plan plan, TraceListener trace) {
    this.plan = plan;
    this.trace = trace;
    faults = plan.drawFaults();
    shape = plan.dice("shape", 0);
    lease = Duration.ofMillis(List.of(10, 50, 250).get(shape.nextInt(3)));
    ahead = shape.nextLong(FLOOR_AHEAD.toMillis());
    calendar = new Calendar(plan, time.currentMillis(), faults.contains(Fault.VACUUM));
    createTables();
    audit = new LockAudit(cluster, Content::tagIn, trace, counts::count);
    servers = new Servers(cluster, time, createServers());
    changes = new TableChanges(this, TABLES);
    TABLES.forEach(table -> servers.assign(table, shape));
    SplittableRandom older = plan.dice("older", 0);
    marked.forEach(old -> audit.hasHad(old.key(), before(old, older)));
    splitAtFirst(rows());
  }

  List<RowKey> rows() {
    return List.copyOf(initial.keySet());
  }

  /**
   * Returns whether reads may be stale. If so, the order of what is only read cannot be checked:
   * three quarters of the runs have no stale reads.
   */
  boolean readsMayBeStale() {
    return plan.dice("stale", 0).nextInt(4) == 0;
  }

  /**
   * Returns whether the families of the table keep all versions, as their facts state. The servers
   * show the last one anyway.
   */
  boolean keepsVersions(TableName table) {
    return plan.dice("versions", table.getNameAsString().hashCode()).nextInt(8) == 0;
  }

  /** Returns the permissions of a client. */
  Rights rightsOf(int client) {
    return faults.contains(Fault.MISSING_PERMISSION) ? Rights.draw(plan, client) : Rights.ALL;
  }

  /** Returns whether users can get a refusal. */
  boolean mayRefuse() {
    return faults.contains(Fault.MISSING_PERMISSION)
        || faults.contains(Fault.READ_ONLY_TABLE)
        || faults.contains(Fault.FAMILY_DROPPED);
  }

  /** Notes that a fault has struck. */
  void struck(String who, Fault fault) {
    counts.count(fault);
    trace.log(who, fault::option);
  }

  private List<Server> createServers() {
    List<Server> created = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      boolean isBehind = faults.contains(Fault.SERVER_CLOCK_BEHIND) && shape.nextInt(3) == 0;
      created.add(new Server(isBehind ? shape.nextLong(1, 600_000) : 0));
    }
    return created;
  }

  private void createTables() {
    // Long readers need rows that no user has written yet when a snapshot is opened.
    int more = ReservationDice.areLongReads(plan) ? plan.dice("more rows", 0).nextInt(8) : 0;
    int rows = 1 + shape.nextInt(4) + more;
    for (TableName table : TABLES) {
      long floor = calendar.floorOf(table, ahead);
      cluster.createTable(TableChanges.firstFacts(table, floor, keepsVersions(table)));
      for (int i = 0; i < rows; i++) {
        createRow(new RowKey(table, Bytes.toBytes("r" + i)), i);
      }
    }
  }

  /**
   * Creates a row. Some rows were adopted with their data; some have been written or fenced long
   * ago.
   */
  private void createRow(RowKey key, int number) {
    boolean isOld = calendar.isOld(key.table());
    long firstCells = calendar.floorOf(key.table(), ahead) + (isOld ? 4_000 : 0);
    StoredLock past = isOld ? null : calendar.pastOf(key.table(), number);
    boolean hasData = shape.nextInt(3) == 0;
    if (hasData) {
      Put put = new Put(key.row());
      put.addColumn(Content.F, Content.LIST, firstCells, Bytes.toBytes(".0"));
      cluster.rawWrite(key.table(), put);
    }
    if (shape.nextBoolean() && isOld) {
      StoredLock lock = oldLock(key, LockSeeds.draw(firstCells, shape));
      put(key, lock);
      marked.add(new MarkedLock(key, lock));
    }
    if (past != null) {
      put(key, past);
    }
    initial.put(key, hasData ? new Content(".0", null, null, null) : Content.NOTHING);
  }

  /** Returns the drawn lock, or one that the last writer of another row of the table has left. */
  private StoredLock oldLock(RowKey key, StoredLock drawn) {
    SplittableRandom dice = plan.dice("alongside", marked.size());
    if (!LockSeeds.hasWriter(key, drawn)) {
      return drawn;
    }
    return marked.stream()
        .filter(other -> other.key().table().equals(key.table()))
        .filter(other -> LockSeeds.hasWriter(other.key(), other.lock()) && dice.nextBoolean())
        .findFirst()
        .map(other -> LockSeeds.alongside(other.lock(), dice))
        .orElse(drawn);
  }

  /** Locks with the same bytes are of one transaction. */
  private StoredLock before(MarkedLock old, SplittableRandom dice) {
    List<RowKey> rows =
        marked.stream()
            .filter(other -> Arrays.equals(other.lock().bytes(), old.lock().bytes()))
            .map(MarkedLock::key)
            .toList();
    return LockSeeds.before(old.key(), old.lock(), rows, dice);
  }

  private void put(RowKey key, StoredLock lock) {
    Put put = new Put(key.row());
    put.addColumn(LockColumn.family(), LockColumn.qualifier(), lock.time(), lock.bytes());
    cluster.rawWrite(key.table(), put);
  }

  private void splitAtFirst(List<RowKey> rows) {
    for (RowKey key : rows) {
      if (shape.nextInt(3) == 0) {
        for (Location location : servers.locations(key.table())) {
          servers.split(location, key.row());
        }
      }
    }
  }
}
