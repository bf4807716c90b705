package io.rowlock.bench.micro.scale;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Looks at the locks that transactions have written: a raw scan still finds the passing ones, as
 * they stay in the region server's memory until that is flushed.
 */
final class LockSizes {
  private static final byte[] LOCK_FAMILY = "_lock".getBytes(UTF_8);
  private static final int REGIONS = 4;

  private LockSizes() {}

  static List<LockSize> measure(Lab lab) throws IOException {
    List<LockSize> sizes = new ArrayList<>();
    for (int regions : new int[] {1, REGIONS}) {
      for (int rows : lab.plan().rows) {
        if (rows >= regions) {
          lab.say("locks, %d rows in %d regions".formatted(rows, regions));
          ScaleTable table = lab.emptyTable("locks_" + rows + "_" + regions, REGIONS);
          commit(lab, table, rows, regions);
          sizes.add(LockSize.of(regions, locks(lab, table)));
        }
      }
    }
    return sizes;
  }

  private static void commit(Lab lab, ScaleTable table, int rows, int regions) throws IOException {
    byte[] value = ScaleTable.value(new SplittableRandom(1));
    List<Put> puts =
        IntStream.range(0, rows)
            .map(i -> i % regions * table.rowsPerRegion() + i / regions)
            .mapToObj(row -> ScaleTable.put(ScaleTable.key(row), value))
            .toList();
    lab.transactions().run(transaction -> transaction.table(table.name()).put(puts));
    lab.transactions().drain();
  }

  private static List<List<Cell>> locks(Lab lab, ScaleTable table) throws IOException {
    Scan scan = new Scan().addFamily(LOCK_FAMILY).readAllVersions().setRaw(true);
    List<List<Cell>> locks = new ArrayList<>();
    try (Table plain = lab.connection().getTable(table.name());
        ResultScanner results = plain.getScanner(scan)) {
      for (Result result : results) {
        locks.add(result.listCells());
      }
    }
    return locks;
  }

  /**
   * Lock cells of one transaction, with keys, in bytes: of the lock that a row keeps, of all locks
   * that were written, and of the largest, as the lock of the primary names all other rows.
   */
  record LockSize(int rows, int regions, double restPerRow, double writtenPerRow, long largest) {

    /** Sums up the cells of each row, the newest first. */
    static LockSize of(int regions, List<List<Cell>> locks) {
      long rest = 0;
      long written = 0;
      long largest = 0;
      for (List<Cell> row : locks) {
        rest += row.get(0).getSerializedSize();
        for (Cell cell : row) {
          written += cell.getSerializedSize();
          largest = Math.max(largest, cell.getSerializedSize());
        }
      }
      double rows = locks.size();
      return new LockSize(locks.size(), regions, rest / rows, written / rows, largest);
    }
  }
}
