package io.rowlock.bench.micro.profile;

import io.rowlock.bench.micro.profile.HaeinsaLock.State;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/** A row of a {@link HaeinsaTransaction}; each method that throws sends one RPC. */
final class HaeinsaRow {
  private final Table table;
  private final byte[] key;
  private HaeinsaLock lock;
  private @Nullable Put put;

  HaeinsaRow(Table table, byte[] key, HaeinsaLock lock) {
    this.table = table;
    this.key = key;
    this.lock = lock;
  }

  byte[] key() {
    return key;
  }

  long timestamp() {
    return lock.timestamp();
  }

  void write(Put values) {
    put = values;
  }

  boolean isWritten() {
    return put != null;
  }

  boolean isUnchanged() throws IOException {
    return HaeinsaLock.in(table.get(HaeinsaLock.addTo(new Get(key)))).isSameAs(lock);
  }

  /** Stores the new values and the lock. */
  boolean prewrite(long timestamp, List<byte[]> others) throws IOException {
    Put values = newPut();
    for (List<Cell> cells : Objects.requireNonNull(put).getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        values.addColumn(
            CellUtil.cloneFamily(cell),
            CellUtil.cloneQualifier(cell),
            timestamp,
            CellUtil.cloneValue(cell));
      }
    }
    return change(HaeinsaLock.held(State.PREWRITTEN, timestamp, others, put), values);
  }

  boolean change(State state, long timestamp, List<byte[]> others) throws IOException {
    return change(HaeinsaLock.held(state, timestamp, others, null), newPut());
  }

  /** Makes the row stable, which no other transaction can do without recovery. */
  void finish(long timestamp) throws IOException {
    if (!change(HaeinsaLock.stable(timestamp), newPut())) {
      throw new IOException("The lock of a row was lost");
    }
  }

  /** Removes the new values, so that the old ones are visible again. */
  void undo(long timestamp) throws IOException {
    Delete delete = new Delete(key).setDurability(Durability.SYNC_WAL);
    for (List<Cell> cells : Objects.requireNonNull(put).getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        delete.addColumn(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), timestamp);
      }
    }
    if (!succeeds(lock.onThis(key).build(delete))) {
      throw new IOException("The lock of a row was lost");
    }
  }

  private boolean change(HaeinsaLock next, Put values) throws IOException {
    boolean done = succeeds(lock.onThis(key).build(next.writeTo(values)));
    if (done) {
      lock = next;
    }
    return done;
  }

  private boolean succeeds(CheckAndMutate change) throws IOException {
    return table.checkAndMutate(change).isSuccess();
  }

  private Put newPut() {
    return new Put(key).setDurability(Durability.SYNC_WAL);
  }
}
