package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
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
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/** The true history of one row, and the invariants that concern it alone: I1, I5, versions. */
public final class RowAudit {

  /** What a raw reader could see, with its version. */
  public record Sighting(long version, List<Cell> cells) {}

  private final RowKey key;
  private final long floor;
  private final NavigableMap<Long, TransactionId> writers = new TreeMap<>();
  private final List<Sighting> sightings = new ArrayList<>();
  private final List<StoredRow> states = new ArrayList<>();
  private final Set<ByteBuffer> locks = new HashSet<>();
  private final long firstVersion;
  private long version;
  private RowLock lock;
  private int statesBeforeVacuum;
  private long lockTime;

  RowAudit(RowKey key, long floor, StoredRow first) {
    this.key = key;
    this.floor = floor;
    this.lock = LockedRow.of(first).lock();
    this.lockTime = first.lockTime();
    this.firstVersion = lock.decidedPart().version();
    this.version = firstVersion;
    StoredLock stored = first.lock();
    if (stored != null) {
      locks.add(ByteBuffer.wrap(stored.bytes()));
    }
    states.add(first);
  }

  /** Returns the writers of the row, by version; the initial version is not among them. */
  public NavigableMap<Long, TransactionId> writers() {
    return writers;
  }

  public long firstVersion() {
    return firstVersion;
  }

  public List<Sighting> sightings() {
    return sightings;
  }

  /** Returns the states of the row, from before the first write to now. */
  List<StoredRow> states() {
    return states;
  }

  /** Returns the states before its lock was vacuumed; empty if it was not. */
  List<StoredRow> beforeVacuum() {
    return states.subList(0, statesBeforeVacuum);
  }

  /** Returns the present lock. */
  RowLock lock() {
    return lock;
  }

  /** Notes a write that was applied, and the resulting row. */
  void applied(ConditionalWrite write, StoredRow now) {
    RowLock before = lock;
    StoredLock replaced = states.get(states.size() - 1).lock();
    states.add(now);
    StoredLock stored = write.replacement();
    require(Objects.equals(write.expected(), replaced), "I1: expected at a time it never had");
    require(stored.equals(now.lock()), "the new lock is hidden");
    require(stored.time() > lockTime, "I1: the lock time does not grow");
    require(stored.time() > floor, "I5: lock time below the floor");
    require(locks.add(ByteBuffer.wrap(stored.bytes())), "I1: the same lock twice");
    lockTime = stored.time();
    lock = RowLockCodec.decode(key, stored.bytes());
    noteVersions(write, before);
    write.data().forEach(this::checkTimestamps);
    long seen = writers.isEmpty() ? firstVersion : version;
    sightings.add(new Sighting(seen, now.cells()));
  }

  /** Notes versions: a write may apply the intent of a committed transaction, and its own. */
  private void noteVersions(ConditionalWrite write, RowLock before) {
    Stable after = lock.decidedPart();
    if (before instanceof Prewritten held && applies(write, held)) {
      noteVersion(held.commitTimestamp(), held.id());
    }
    if (writers.isEmpty() && after.version() == firstVersion) {
      version = firstVersion; // after a vacuum, a helper may restore the lock
    } else if (after.version() != version) {
      noteVersion(after.version(), after.writer());
    }
  }

  /**
   * Returns whether the write applies that intent; the lock's trail may be too short to show it.
   */
  static boolean applies(ConditionalWrite write, Prewritten held) {
    return !held.intent().isEmpty() && isWrittenAt(write, held.commitTimestamp());
  }

  private static boolean isWrittenAt(ConditionalWrite write, long commitTimestamp) {
    return write.data().stream()
        .flatMap(mutation -> mutation.getFamilyCellMap().values().stream().flatMap(List::stream))
        .mapToLong(Cell::getTimestamp)
        .anyMatch(at -> at == commitTimestamp || at == commitTimestamp - 1);
  }

  private void noteVersion(long next, @Nullable TransactionId writer) {
    require(next > version + 1, "I4: the commit timestamp is too low");
    require(next > floor + 1, "I5: version below the floor");
    require(writer != null && !writers.containsValue(writer), "one transaction was applied twice");
    writers.put(next, writer);
    version = next;
  }

  /** Checks that puts have the commit timestamp of their transaction, deletes the one before. */
  private void checkTimestamps(Mutation mutation) {
    long below = mutation instanceof Delete ? 1 : 0;
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        boolean fits = writers.containsKey(cell.getTimestamp() + below);
        require(fits, "a cell at a time that is no transaction's commit timestamp");
      }
    }
  }

  /** Notes that its lock is gone, and with it all evidence of the time before. */
  void vacuumed(StoredRow now) {
    require(writers.isEmpty(), "vacuumed though written lately");
    statesBeforeVacuum = states.size();
    states.add(now);
    version = 0;
    lock = LockedRow.of(now).lock();
  }

  private void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(key + ": " + otherwise);
    }
  }
}
