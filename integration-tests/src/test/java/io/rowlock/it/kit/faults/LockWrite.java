package io.rowlock.it.kit.faults;

import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.internal.protocol.lock.DecodedLock.State;
import io.rowlock.internal.store.LockColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A conditional write of Rowlock, before a region server executes it.
 *
 * @param lock the new lock
 */
public record LockWrite(TableName table, String row, DecodedLock lock) {

  /** The commit points of transactions that write several rows. */
  public static final Predicate<LockWrite> COMMIT_POINT =
      write -> write.lock.state() == State.COMMITTED;

  public static final Predicate<LockWrite> PREWRITE =
      write -> write.lock.state() == State.PREWRITTEN;

  public static final Predicate<LockWrite> PREWRITE_OF_PRIMARY =
      PREWRITE.and(write -> write.lock.primary());

  /** Roll-forwards, roll-backs, fences, and the commit points of single rows. */
  public static final Predicate<LockWrite> SETTLING = write -> write.lock.state() == State.STABLE;

  public static Predicate<LockWrite> toRow(String row) {
    return write -> write.row.equals(row);
  }

  public static LockWrite of(TableName table, byte[] row, byte[] lock) {
    return new LockWrite(table, Bytes.toString(row), DecodedLock.of(table, row, lock));
  }

  /** Returns the lock writes of a request to several rows of a region, in its order. */
  public static List<LockWrite> allIn(TableName table, byte[] request) {
    List<LockWrite> writes = new ArrayList<>();
    for (MutationProto row : RegionRows.of(request)) {
      for (MutationProto.ColumnValue column : row.getColumnValueList()) {
        if (LockColumn.isFamily(column.getFamily().toByteArray())) {
          byte[] lock = column.getQualifierValue(0).getValue().toByteArray();
          writes.add(of(table, row.getRow().toByteArray(), lock));
        }
      }
    }
    return writes;
  }
}
