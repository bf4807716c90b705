package io.rowlock.bench.micro.scale;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.kit.BenchTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;

/** A table of numbered rows, in regions of equal size. */
record ScaleTable(TableName name, int regions) {
  static final byte[] COLUMN = "v".getBytes(UTF_8);
  private static final int ROWS = 16_000;
  private static final int VALUE_BYTES = 100;

  /** A prime, so that the sequence visits all rows of a region before it repeats. */
  private static final int STEP = 7_919;

  static ScaleTable of(String purpose, int regions) {
    return new ScaleTable(TableName.valueOf("rowlock_bench_scale_" + purpose), regions);
  }

  /** Creates the table anew, without rows. */
  void create(Connection connection) throws IOException {
    byte[][] splits =
        IntStream.range(1, regions)
            .mapToObj(region -> key(region * rowsPerRegion()))
            .toArray(byte[][]::new);
    new BenchTable(name).create(connection, splits);
  }

  /** Fills every row. */
  void load(Connection connection, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    new BenchTable(name).load(connection, ROWS, row -> put(key(row), value(random)));
  }

  void drop(Connection connection) throws IOException {
    new BenchTable(name).drop(connection);
  }

  int rowsPerRegion() {
    return ROWS / regions;
  }

  /** Different rows, evenly from so many neighbouring regions. */
  List<byte[]> choose(SplittableRandom random, int rows, int inRegions) {
    int firstRegion = random.nextInt(regions);
    int offset = random.nextInt(rowsPerRegion());
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      int region = (firstRegion + i % inRegions) % regions;
      int row = (offset + i / inRegions * STEP) % rowsPerRegion();
      keys.add(key(region * rowsPerRegion() + row));
    }
    return keys;
  }

  static byte[] key(int row) {
    return String.format(Locale.ROOT, "%08d", row).getBytes(UTF_8);
  }

  static Put put(byte[] key, byte[] value) {
    return new Put(key).addColumn(BenchTable.FAMILY, COLUMN, value);
  }

  static Get get(byte[] key) {
    return new Get(key).addColumn(BenchTable.FAMILY, COLUMN);
  }

  static byte[] value(SplittableRandom random) {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    return value;
  }

  /** The rows of one transaction. */
  record Keys(List<byte[]> read, List<byte[]> written) {

    /** Chooses the rows. Thread-safe. */
    interface Choice {
      Keys choose(SplittableRandom random);
    }

    /** Writes rows that were not read. */
    static Choice written(ScaleTable table, int rows, int regions) {
      return random -> new Keys(List.of(), table.choose(random, rows, regions));
    }

    /** Reads all rows it writes. */
    static Choice readAndWritten(ScaleTable table, int rows, int regions) {
      return random -> {
        List<byte[]> keys = table.choose(random, rows, regions);
        return new Keys(keys, keys);
      };
    }

    /** Writes rows that were not read, and reads others. */
    static Choice writtenAndOthersRead(ScaleTable table, int written, int read, int regions) {
      return random -> {
        List<byte[]> keys = table.choose(random, written + read, regions);
        return new Keys(keys.subList(written, keys.size()), keys.subList(0, written));
      };
    }

    /** Reads the rows it writes, and others. */
    static Choice readAndWrittenAndOthersRead(
        ScaleTable table, int written, int read, int regions) {
      return random -> {
        List<byte[]> keys = table.choose(random, written + read, regions);
        return new Keys(keys, keys.subList(0, written));
      };
    }

    /** Only reads. */
    static Choice read(ScaleTable table, int rows, int regions) {
      return random -> new Keys(table.choose(random, rows, regions), List.of());
    }
  }
}
