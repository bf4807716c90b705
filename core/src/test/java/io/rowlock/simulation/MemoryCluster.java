package io.rowlock.simulation;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * All servers of a simulated HBase: each operation is immediate and atomic.
 *
 * <p>Requests that HBase would refuse fail with HBase's exceptions, wrapped in {@link
 * UncheckedIOException}. Requests that the protocol must never send, such as a write without an
 * explicit timestamp, throw {@link IllegalArgumentException}.
 */
public final class MemoryCluster {

  private final Map<TableName, MemoryTable> tables = new TreeMap<>();

  /** Creates a table that is fit for transactions, with the lock family added. */
  public synchronized void createTable(TableName name, String... families) {
    NavigableSet<byte[]> all = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    all.add(LockColumn.family());
    for (String family : families) {
      all.add(family.getBytes(StandardCharsets.UTF_8));
    }
    createTable(new TableFacts(name, all, 0, Durability.SYNC_WAL));
  }

  /** Creates a table with exactly these facts. */
  public synchronized void createTable(TableFacts facts) {
    tables.put(facts.table(), new MemoryTable(facts));
  }

  /** Replaces a table's facts; its rows stay. */
  public synchronized void alterTable(TableFacts facts) {
    tables.put(facts.table(), table(facts.table()).with(facts));
  }

  /** Gives a table these families, of which the given ones keep one version; its rows stay. */
  public synchronized void alterTable(
      TableName name, NavigableSet<byte[]> families, NavigableSet<byte[]> oneVersion) {
    TableFacts now = describe(name);
    alterTable(
        new TableFacts(
            name,
            families,
            oneVersion,
            now.floor(),
            now.durability(),
            now.denied(),
            now.hidden(),
            now.flaws(),
            now.isClosed()));
  }

  /** Returns what a raw reader sees of the row now. */
  public StoredRow rawGet(RowKey key) {
    return get(new RowRead(key, ColumnSelection.ALL));
  }

  /** Writes without locks, as a raw writer can. Every timestamp must be explicit. */
  public synchronized void rawWrite(TableName table, Mutation mutation) {
    table(table).apply(mutation.getRow(), cells(mutation, mutation.getRow(), 0));
  }

  /** Returns an independent copy of the tables with their rows. */
  public synchronized MemoryCluster copy() {
    MemoryCluster copy = new MemoryCluster();
    tables.forEach((name, table) -> copy.tables.put(name, table.copy()));
    return copy;
  }

  /** Drops the puts that no reader can see. */
  public synchronized void flush(TableName table) {
    table(table).flush();
  }

  /** Drops also the markers that hide them. */
  public synchronized void compact(TableName table) {
    table(table).compact();
  }

  public synchronized TableFacts describe(TableName table) {
    return table(table).facts();
  }

  public synchronized StoredRow get(RowRead read) {
    return table(read.key().table()).get(read);
  }

  /**
   * Returns the newest timestamp, hidden cells and delete markers included; 0 if there are none.
   */
  public synchronized long newestTimestamp(RowKey row) {
    return table(row.table()).newestTimestamp(row);
  }

  public synchronized ScanPage scan(RangeScan scan) {
    return table(scan.range().table()).scan(scan);
  }

  public synchronized WriteOutcome write(ConditionalWrite write) {
    require(write.durability().compareTo(Durability.SYNC_WAL) >= 0, "weak durability");
    try {
      MemoryTable table = table(write.key().table());
      StoredRow present = table.get(write.key(), ColumnSelection.LOCK_ONLY);
      if (!isExpected(present.lock(), write.expected())) {
        return WriteOutcome.NOT_EQUAL;
      }
      table.apply(write.key().row(), cells(write));
      return WriteOutcome.APPLIED;
    } catch (UncheckedIOException refused) {
      return refused(refused.getCause());
    }
  }

  /** Returns the refusal for a missing table: the client finds no region to send the request to. */
  private static WriteOutcome refused(IOException cause) {
    return cause instanceof TableNotFoundException
        ? WriteOutcome.unapplied(cause)
        : WriteOutcome.rejected(cause);
  }

  /**
   * Applies all of the write or nothing; the caller must check whether the rows are in one region.
   */
  public synchronized WriteOutcome write(RegionWrite write) {
    try {
      for (ConditionalWrite row : write.writes()) {
        require(row.durability().compareTo(Durability.SYNC_WAL) >= 0, "weak durability");
        if (!isExpected(lockOf(row.key()), row.expected())) {
          return WriteOutcome.NOT_EQUAL;
        }
      }
      for (LockCondition condition : write.conditions()) {
        if (!isExpected(lockOf(condition.key()), condition.expected())) {
          return WriteOutcome.NOT_EQUAL;
        }
      }
      write.writes().forEach(row -> table(row.key().table()).requireFamilies(cells(row)));
      write.writes().forEach(row -> table(row.key().table()).apply(row.key().row(), cells(row)));
      return WriteOutcome.APPLIED;
    } catch (UncheckedIOException refused) {
      return refused(refused.getCause());
    }
  }

  private @Nullable StoredLock lockOf(RowKey key) {
    return table(key.table()).get(key, ColumnSelection.LOCK_ONLY).lock();
  }

  public synchronized WriteOutcome remove(LockRemoval removal) {
    require(removal.durability().compareTo(Durability.SYNC_WAL) >= 0, "weak durability");
    MemoryTable table = table(removal.key().table());
    StoredRow present = table.get(removal.key(), ColumnSelection.LOCK_ONLY);
    if (!isExpected(present.lock(), removal.expected())) {
      return WriteOutcome.NOT_EQUAL;
    }
    byte[] row = removal.key().row();
    Delete delete = new Delete(row);
    delete.addColumns(LockColumn.family(), LockColumn.qualifier(), removal.expected().time());
    table.apply(row, cells(delete, row));
    return WriteOutcome.APPLIED;
  }

  /** Removes a table with all its rows. */
  public synchronized void dropTable(TableName name) {
    tables.remove(name);
  }

  /** Compares bytes alone, as HBase does. */
  private static boolean isExpected(@Nullable StoredLock present, @Nullable StoredLock expected) {
    if (present == null || expected == null) {
      return present == null && expected == null;
    }
    return Arrays.equals(present.bytes(), expected.bytes());
  }

  private static List<Cell> cells(ConditionalWrite write) {
    byte[] row = write.key().row();
    StoredLock lock = write.replacement();
    require(lock.bytes().length > 0, "empty lock");
    Put put = new Put(row);
    put.addColumn(LockColumn.family(), LockColumn.qualifier(), lock.time(), lock.bytes());
    List<Cell> cells = new ArrayList<>(cells(put, row));
    write.data().forEach(mutation -> cells.addAll(cells(mutation, row)));
    return cells;
  }

  private static List<Cell> cells(Mutation mutation, byte[] row) {
    return cells(mutation, row, 1);
  }

  private static List<Cell> cells(Mutation mutation, byte[] row, long lowest) {
    require(mutation instanceof Put || mutation instanceof Delete, "neither a put nor a delete");
    require(Arrays.equals(row, mutation.getRow()), "a mutation of another row");
    require(!mutation.getFamilyCellMap().isEmpty(), "a delete that names no family");
    List<Cell> cells = new ArrayList<>();
    mutation.getFamilyCellMap().values().forEach(cells::addAll);
    for (Cell cell : cells) {
      boolean isOwn = cell.getTimestamp() >= lowest && cell.getTimestamp() < Long.MAX_VALUE;
      require(isOwn, "no own timestamp");
    }
    return cells;
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException("The store was asked for " + otherwise);
    }
  }

  private MemoryTable table(TableName name) {
    MemoryTable table = tables.get(name);
    if (table == null) {
      throw new UncheckedIOException(new TableNotFoundException(name));
    }
    return table;
  }
}
