package io.rowlock.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.simulation.InMemoryRowStore;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The simulation requires a store that behaves like HBase.
 *
 * <p>Process: random conditional writes and removals of locks go to both stores; their timestamps
 * often collide and are often too old. Check: both give the same answers, and both contain the same
 * rows.
 */
@ExtendWith(HBaseExtension.class)
class InMemoryRowStoreIT {

  private static final TableName TABLE = TableName.valueOf("in-memory-row-store-it");
  private static final int WRITES = 3_000;
  private static final int ROWS = 40;

  private final SplittableRandom random = new SplittableRandom(20_250_101);

  @Test
  void storeBehavesLikeHBase(EmbeddedHBase hbase) throws Exception {
    InMemoryRowStore memory = new InMemoryRowStore();
    memory.createTable(TABLE, "f");
    try (StoreFixture fixture = new StoreFixture(hbase)) {
      fixture.createTable(TABLE);
      RowStore real = fixture.store();
      for (int i = 0; i < WRITES; i++) {
        RowKey key = new RowKey(TABLE, Bytes.toBytes(random.nextInt(ROWS)));
        ConditionalWrite write = randomWrite(read(real, key));
        assertThat(memory.write(write).join().kind())
            .as("write %d", i)
            .isEqualTo(real.write(write).join().kind());
        if (random.nextInt(8) == 0) {
          LockRemoval removal = randomRemoval(read(real, key));
          assertThat(memory.remove(removal).join().kind())
              .as("removal after write %d", i)
              .isEqualTo(real.remove(removal).join().kind());
        }
        assertThat(shown(read(memory, key))).as("write %d", i).isEqualTo(shown(read(real, key)));
      }
    }
  }

  private LockRemoval randomRemoval(StoredRow present) {
    StoredLock expected =
        present.lock() == null || random.nextInt(4) == 0 ? lock() : present.lock();
    return new LockRemoval(present.key(), expected, Durability.SYNC_WAL);
  }

  private ConditionalWrite randomWrite(StoredRow present) {
    StoredLock expected =
        random.nextInt(4) == 0 ? lock() : random.nextInt(8) == 0 ? null : present.lock();
    List<Mutation> data =
        random
            .ints(random.nextInt(4), 0, 4)
            .mapToObj(kind -> randomMutation(present.key().row(), kind))
            .toList();
    return new ConditionalWrite(present.key(), expected, lock(), data, Durability.SYNC_WAL);
  }

  private Mutation randomMutation(byte[] row, int kind) {
    byte[] family = Bytes.toBytes("f");
    byte[] qualifier = Bytes.toBytes("q" + random.nextInt(2));
    return switch (kind) {
      case 0 -> new Delete(row).addColumns(family, qualifier, timestamp());
      case 1 -> new Delete(row).addFamily(family, timestamp());
      default ->
          new Put(row).addColumn(family, qualifier, timestamp(), Bytes.toBytes(random.nextLong()));
    };
  }

  private StoredLock lock() {
    return new StoredLock(Bytes.toBytes(random.nextInt(1, 4)), timestamp());
  }

  private long timestamp() {
    return random.nextLong(1, 60);
  }

  private static StoredRow read(RowStore store, RowKey key) {
    return store.read(List.of(new RowRead(key, ColumnSelection.ALL))).join().get(0);
  }

  private static List<String> shown(StoredRow row) {
    Stream<String> cells = row.cells().stream().map(InMemoryRowStoreIT::shown);
    return Stream.concat(Stream.of(shown(row.lock())), cells).toList();
  }

  private static String shown(@Nullable StoredLock lock) {
    return lock == null ? "no lock" : Bytes.toStringBinary(lock.bytes()) + "@" + lock.time();
  }

  private static String shown(Cell cell) {
    return CellUtil.getCellKeyAsString(cell)
        + "="
        + Bytes.toStringBinary(CellUtil.cloneValue(cell));
  }
}
