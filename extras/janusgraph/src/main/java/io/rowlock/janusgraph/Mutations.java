package io.rowlock.janusgraph;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.Entry;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.keycolumnvalue.KCVMutation;

/** Translates mutations. */
final class Mutations {

  private final List<Delete> deletes = new ArrayList<>();
  private final List<Put> puts = new ArrayList<>();

  void add(String familyName, StaticBuffer key, KCVMutation mutation) {
    byte[] family = Bytes.toBytes(familyName);
    byte[] row = key.as(StaticBuffer.ARRAY_FACTORY);
    if (mutation.hasDeletions()) {
      Delete delete = new Delete(row);
      for (StaticBuffer column : mutation.getDeletions()) {
        delete.addColumns(family, column.as(StaticBuffer.ARRAY_FACTORY));
      }
      deletes.add(delete);
    }
    if (mutation.hasAdditions()) {
      Put put = new Put(row);
      for (Entry entry : mutation.getAdditions()) {
        put.addColumn(
            family,
            entry.getColumnAs(StaticBuffer.ARRAY_FACTORY),
            entry.getValueAs(StaticBuffer.ARRAY_FACTORY));
      }
      puts.add(put);
    }
  }

  void writeTo(RowlockStoreTransaction transaction) throws BackendException {
    transaction.write(deletes, puts);
  }
}
