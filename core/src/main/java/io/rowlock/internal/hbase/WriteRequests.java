package io.rowlock.internal.hbase;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.jspecify.annotations.Nullable;

/**
 * Builds HBase's request for a conditional write.
 *
 * <p>The caller's mutations are copied, never changed, because the caller may use them again. Plain
 * puts are merged into the put of the lock, which HBase sends as its small {@code Mutate} RPC; a
 * put with attributes stays separate, because the lock must not inherit its TTL or visibility.
 */
final class WriteRequests {

  private WriteRequests() {}

  static CheckAndMutate of(ConditionalWrite write) throws IOException {
    CheckAndMutate.Builder condition = condition(write.key(), write.expected());
    List<Mutation> mutations = mutations(write);
    return mutations.size() == 1
        ? condition.build((Put) mutations.get(0))
        : condition.build(RowMutations.of(mutations));
  }

  /** Returns the mutations of the row; the put of the lock is the last one. */
  static List<Mutation> mutations(ConditionalWrite write) throws IOException {
    Put put = putOfLock(write);
    List<Mutation> mutations = new ArrayList<>();
    for (Mutation mutation : write.data()) {
      if (mutation instanceof Put data && data.getAttributesMap().isEmpty()) {
        for (Cell cell : Iterables.concat(data.getFamilyCellMap().values())) {
          put.add(cell);
        }
      } else {
        mutations.add(copy(mutation, write.durability()));
      }
    }
    mutations.add(put);
    return mutations;
  }

  static CheckAndMutate of(LockRemoval removal) {
    Delete delete = new Delete(removal.key().row());
    delete.addColumns(LockColumn.family(), LockColumn.qualifier(), removal.expected().time());
    delete.setDurability(removal.durability());
    return condition(removal.key(), removal.expected()).build(delete);
  }

  private static CheckAndMutate.Builder condition(RowKey key, @Nullable StoredLock expected) {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(key.row());
    return expected == null
        ? builder.ifNotExists(LockColumn.family(), LockColumn.qualifier())
        : builder.ifEquals(LockColumn.family(), LockColumn.qualifier(), expected.bytes());
  }

  private static Put putOfLock(ConditionalWrite write) {
    StoredLock lock = write.replacement();
    Put put = new Put(write.key().row());
    put.addColumn(LockColumn.family(), LockColumn.qualifier(), lock.time(), lock.bytes());
    put.setDurability(write.durability());
    return put;
  }

  private static Mutation copy(Mutation mutation, Durability durability) {
    if (mutation instanceof Put put) {
      return new Put(put).setDurability(durability);
    }
    if (mutation instanceof Delete delete) {
      return new Delete(delete).setDurability(durability);
    }
    throw new IllegalArgumentException("Neither a put nor a delete: " + mutation.getClass());
  }
}
