package io.rowlock.janusgraph;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.Entry;
import org.janusgraph.diskstorage.EntryMetaData;
import org.janusgraph.diskstorage.PermanentBackendException;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.keycolumnvalue.KCVMutation;

/** Translates mutations. */
final class Mutations {

  private final List<Delete> deletes = new ArrayList<>();
  private final List<Put> puts = new ArrayList<>();

  /**
   * Adds the mutation of a row.
   *
   * @throws PermanentBackendException if cells are to expire, as those of a schema that was made on
   *     another backend may be
   */
  void add(String familyName, StaticBuffer key, KCVMutation mutation) throws BackendException {
    byte[] family = Bytes.toBytes(familyName);
    byte[] row = key.as(StaticBuffer.ARRAY_FACTORY);
    if (mutation.hasDeletions()) {
      deletes.add(delete(row, family, mutation.getDeletions()));
    }
    if (mutation.hasAdditions()) {
      puts.add(put(row, family, mutation.getAdditions()));
    }
  }

  private static Delete delete(byte[] row, byte[] family, List<StaticBuffer> columns) {
    Delete delete = new Delete(row);
    columns.forEach(column -> delete.addColumns(family, column.as(StaticBuffer.ARRAY_FACTORY)));
    return delete;
  }

  private static Put put(byte[] row, byte[] family, List<Entry> entries) throws BackendException {
    Put put = new Put(row);
    for (Entry entry : entries) {
      if (entry.getMetaData().get(EntryMetaData.TTL) instanceof Integer ttl && ttl > 0) {
        throw new PermanentBackendException(
            "Cells with a TTL (here %d s) are not supported: remove it from the schema (setTTL)"
                .formatted(ttl));
      }
      put.addColumn(
          family,
          entry.getColumnAs(StaticBuffer.ARRAY_FACTORY),
          entry.getValueAs(StaticBuffer.ARRAY_FACTORY));
    }
    return put;
  }

  void writeTo(RowlockStoreTransaction transaction) throws BackendException {
    transaction.write(deletes, puts);
  }
}
