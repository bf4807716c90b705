package io.rowlock.bench.micro.scale;

import java.util.List;
import java.util.SplittableRandom;

/** The rows of one transaction. */
record Keys(List<byte[]> read, List<byte[]> written) {

  /** Chooses them. Thread-safe. */
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
  static Choice readAndWrittenAndOthersRead(ScaleTable table, int written, int read, int regions) {
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
