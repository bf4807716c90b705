package io.rowlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.WriterTrail;
import io.rowlock.internal.protocol.read.RangeRead;
import io.rowlock.internal.protocol.read.RowVersions;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Servers in memory, virtual time, and any number of clients that answer inline, so that the order
 * of all requests is the order in which the protocol sends them.
 */
public final class ProtocolFixture {

  public static final TableName TABLE = TableName.valueOf("table");
  public static final byte[] F = bytes("f");
  public static final byte[] G = bytes("g");
  public static final byte[] Q = bytes("q");

  public static final Duration LEASE = Duration.ofSeconds(5);
  public static final Duration LOCK_WAIT = Duration.ofSeconds(1);

  public static final ProtocolSettings SETTINGS =
      new ProtocolSettings(LEASE, LOCK_WAIT, 1_000, 10_000_000, false, 100);

  /** The settings of a client that waits long enough to see every abandoned lock settled. */
  public static final ProtocolSettings PATIENT =
      new ProtocolSettings(LEASE, LEASE.multipliedBy(10), 1_000, 10_000_000, true, 100);

  public final VirtualTime time = new VirtualTime();
  public final MemoryCluster cluster = new MemoryCluster();
  private long lastSeed;

  public ProtocolFixture() {
    cluster.createTable(TABLE, "f", "g");
  }

  public ScriptedClient client() {
    return client(Duration.ZERO);
  }

  /** Returns a client whose wall clock is ahead, or behind. */
  public ScriptedClient client(Duration skew) {
    return new ScriptedClient(this, time.environment(++lastSeed, skew), SETTINGS);
  }

  public ScriptedClient client(ProtocolSettings settings) {
    return new ScriptedClient(this, time.environment(++lastSeed), settings);
  }

  /** Commits a value in the row by a client without faults, including the roll-forward. */
  public void commit(String row, String value) {
    client().begin().put(row, value).commit();
  }

  /** Advances the time until no task is left. */
  public void runUntilIdle() {
    time.runUntilIdle();
  }

  /** Returns the result, or throws the failure of the future, unwrapped. */
  public <T> T await(CompletableFuture<T> future) {
    try {
      return time.await(future);
    } catch (CompletionException e) {
      if (Async.unwrap(e) instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Returns the failure of the commit. */
  public static ProtocolFailure failureOf(ScriptedTransaction transaction) {
    ProtocolFailure failure = catchThrowableOfType(ProtocolFailure.class, transaction::commit);
    assertThat(failure).as("failure of the commit").isNotNull();
    return failure;
  }

  /** Writes without locks, as a plain client of HBase does. */
  public void rawPut(String row, String value, long timestamp) {
    cluster.rawWrite(TABLE, new Put(bytes(row)).addColumn(F, Q, timestamp, bytes(value)));
  }

  /** Returns what a plain client of HBase sees in column f:q, null for nothing. */
  public @Nullable String value(String row) {
    return value(cluster.rawGet(key(row)), F, Q);
  }

  public static @Nullable String value(StoredRow row, byte[] family, byte[] qualifier) {
    for (Cell cell : row.cells()) {
      if (CellUtil.matchingColumn(cell, family, qualifier)) {
        return Bytes.toString(CellUtil.cloneValue(cell));
      }
    }
    return null;
  }

  public @Nullable StoredLock storedLock(String row) {
    return cluster.rawGet(key(row)).lock();
  }

  public long lockTime(String row) {
    return cluster.rawGet(key(row)).lockTime();
  }

  public RowLock lock(String row) {
    return LockedRow.of(cluster.rawGet(key(row))).lock();
  }

  public long version(String row) {
    return lock(row).decidedPart().version();
  }

  public @Nullable TransactionId writer(String row) {
    return lock(row).decidedPart().writer();
  }

  /** Checks that the row is stable, and that a plain client sees this value. */
  public void assertStable(String row, @Nullable String value) {
    assertThat(lock(row)).as("lock of row %s", row).isInstanceOf(Stable.class);
    assertThat(value(row)).as("value of row %s", row).isEqualTo(value);
  }

  /** Returns a stable row without cells, as a read finds it. */
  public static DecidedRow decided(String row, long version) {
    Stable lock = new Stable(version, null, 0, WriterTrail.EMPTY);
    StoredLock stored = new StoredLock(RowLockCodec.encode(lock), version + 1);
    return DecidedRow.settled(LockedRow.of(new StoredRow(key(row), List.of(), stored)));
  }

  /** Returns a range that was read and in which one row was found. */
  public static RangeRead rangeRead(String first, String end, String found, long version) {
    RowRange range = new RowRange(TABLE, bytes(first), true, bytes(end), false);
    RowVersions versions = new RowVersions(false);
    versions.add(bytes(found), version);
    return new RangeRead(range, versions);
  }

  public static RowKey key(String row) {
    return new RowKey(TABLE, bytes(row));
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
