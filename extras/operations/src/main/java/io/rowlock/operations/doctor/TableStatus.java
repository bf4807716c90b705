package io.rowlock.operations.doctor;

import io.rowlock.TableFinding;
import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.TableRules;
import io.rowlock.internal.admin.Transactional;
import io.rowlock.operations.GuardReport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A table, as far as transactions are concerned.
 *
 * @param descriptor as HBase has it
 * @param isOnline whether HBase serves its regions; HBase calls a table that is offline disabled
 * @param guard the users that may write the locks; empty if the table has none, or if this user may
 *     not ask, which needs A
 */
public record TableStatus(
    TableDescriptor descriptor, boolean isOnline, Optional<GuardReport> guard) {

  /** Whether transactions can use a table. */
  public enum State {
    /** It is enabled for transactions. */
    ENABLED,
    /** Enabling it was interrupted or is under way, or a part of what it added is gone. */
    HALF_ENABLED,
    /** It is being disabled for transactions, and takes no commits. */
    CLOSED,
    /** It contains nothing of Rowlock. */
    PLAIN
  }

  /** Returns the name. */
  public TableName table() {
    return descriptor.getTableName();
  }

  /** Returns whether transactions can use it. */
  public State state() {
    if (Transactional.isClosed(descriptor)) {
      return State.CLOSED;
    }
    if (Transactional.isPlain(descriptor)) {
      return State.PLAIN;
    }
    return Transactional.isComplete(descriptor) ? State.ENABLED : State.HALF_ENABLED;
  }

  /** Returns the timestamp above which transactions write; empty if there is none. */
  public OptionalLong floor() {
    return Floor.of(descriptor);
  }

  /** Returns the durability with which transactions write. */
  public Durability durability() {
    return descriptor.getDurability() == Durability.FSYNC_WAL
        ? Durability.FSYNC_WAL
        : Durability.SYNC_WAL;
  }

  /** Returns whether the descriptor contains the endpoint with which a region commits at once. */
  public boolean hasRegionCommit() {
    return descriptor.hasCoprocessor(Transactional.ENDPOINT);
  }

  /** Returns whether it has the family of the locks. */
  public boolean hasLocks() {
    return TableRules.lockFamily(descriptor) != null;
  }

  /** Returns what matters to transactions; for a plain table nothing. */
  public List<TableFinding> findings() {
    return state() == State.PLAIN ? List.of() : TableRules.verify(descriptor);
  }

  /** Returns whether transactions can write to it now. */
  public boolean isFit() {
    return state() == State.ENABLED
        && isOnline
        && findings().stream().noneMatch(TableFinding::isError);
  }
}
