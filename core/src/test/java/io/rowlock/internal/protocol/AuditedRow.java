package io.rowlock.internal.protocol;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;

/** The true history of one row, and the promises that concern it alone. */
final class AuditedRow {

  /** What a raw reader could see, and the version that it was. */
  record Sighting(long version, RowContent content) {}

  private final RowKey key;
  private final long floor;
  private final NavigableMap<Long, String> writers = new TreeMap<>();
  private final List<Sighting> sightings = new ArrayList<>();
  private final List<StoredRow> states = new ArrayList<>();
  private final Set<ByteBuffer> locks = new HashSet<>();
  private long lockTime;

  AuditedRow(RowKey key, long floor) {
    this.key = key;
    this.floor = floor;
  }

  /** The tags of the transactions that wrote the row, by version. */
  NavigableMap<Long, String> writers() {
    return writers;
  }

  /** What the row has been, from before the first write to now. */
  List<StoredRow> states() {
    return states;
  }

  List<Sighting> sightings() {
    return sightings;
  }

  /** Takes note of a write that was applied, and of what the row is now. */
  void applied(ConditionalWrite write, StoredRow before, StoredRow now) {
    if (states.isEmpty()) {
      states.add(before);
    }
    states.add(now);
    StoredLock lock = write.replacement();
    require(lock.equals(now.lock()), "the new lock is hidden");
    require(lock.time() > lockTime, "lock time " + lock.time() + " after " + lockTime);
    require(lock.time() > floor, "lock time " + lock.time() + " below the floor");
    require(locks.add(ByteBuffer.wrap(lock.bytes())), "the same lock twice");
    lockTime = lock.time();
    write.data().forEach(this::noteVersion);
    long version = LockedRow.of(now).lock().decidedPart().version();
    long last = writers.isEmpty() ? 0 : writers.lastKey();
    require(version == last, "its lock says version " + version + ", its data " + last);
    sightings.add(new Sighting(version, RowContent.of(now.cells())));
  }

  /** Its lock is gone, and nobody knows of the time before. */
  void vacuumed(StoredLock lock) {
    locks.add(ByteBuffer.wrap(lock.bytes()));
    lockTime = Math.max(lockTime, lock.time());
    states.clear();
  }

  private void noteVersion(Mutation mutation) {
    for (Cell cell : mutation.getFamilyCellMap().getOrDefault(RowContent.G, List.of())) {
      long version = cell.getTimestamp();
      require(version > floor + 1, "version " + version + " below the floor");
      require(writers.isEmpty() || version > writers.lastKey() + 1, "versions too close");
      String tag = Bytes.toString(CellUtil.cloneValue(cell));
      require(!writers.containsValue(tag), "transaction " + tag + " was applied twice");
      require(Objects.isNull(writers.put(version, tag)), "one version twice");
    }
  }

  private void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(key + ": " + otherwise);
    }
  }
}
