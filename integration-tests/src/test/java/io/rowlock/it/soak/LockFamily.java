package io.rowlock.it.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** The family of the locks in the tables of the database: how many cells, and how many bytes. */
final class LockFamily {
  private static final String NAME = "_lock";
  private static final int SCAN_ROWS = 5_000;

  private final Connection connection;
  private final Configuration configuration;
  private final List<TableName> tables;

  LockFamily(Connection connection, List<TableName> tables) {
    this.connection = connection;
    this.configuration = connection.getConfiguration();
    this.tables = List.copyOf(tables);
  }

  /**
   * The sizes of store files, of the lock family and of all others. What is only in memory yet is
   * not included: HBase reports that for whole regions.
   */
  record Sizes(long lockBytes, long otherBytes) {
    Sizes plus(Sizes other) {
      return new Sizes(lockBytes + other.lockBytes, otherBytes + other.otherBytes);
    }
  }

  /** The number of lock cells; reads the whole family. */
  long countCells() throws IOException {
    long cells = 0;
    for (TableName name : tables) {
      Scan scan =
          new Scan()
              .addFamily(NAME.getBytes(UTF_8))
              .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()))
              .setCaching(SCAN_ROWS);
      try (Table table = connection.getTable(name);
          ResultScanner scanner = table.getScanner(scan)) {
        for (Result ignored : scanner) {
          cells++;
        }
      }
    }
    return cells;
  }

  /** Asks the file system; fails if a file has just been moved away by a compaction. */
  Sizes sizes() throws IOException {
    Path root = new Path(configuration.get(HConstants.HBASE_DIR, ""));
    FileSystem files = root.getFileSystem(configuration);
    Sizes sum = new Sizes(0, 0);
    for (TableName table : tables) {
      Path directory =
          new Path(
              root, "data/" + table.getNamespaceAsString() + "/" + table.getQualifierAsString());
      for (FileStatus family : files.globStatus(new Path(directory, "[0-9a-f]*/[!.]*"))) {
        if (family.isDirectory()) {
          sum = sum.plus(size(files, family.getPath()));
        }
      }
    }
    return sum;
  }

  private static Sizes size(FileSystem files, Path family) throws IOException {
    long bytes = files.getContentSummary(family).getLength();
    return family.getName().equals(NAME) ? new Sizes(bytes, 0) : new Sizes(0, bytes);
  }
}
