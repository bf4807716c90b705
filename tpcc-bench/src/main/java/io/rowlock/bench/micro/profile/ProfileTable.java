package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.micro.profile.Operations.RowChooser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;

/**
 * A table of the benchmark, split into regions of equal size. Plain HBase and Rowlock share one;
 * every peer marks cells in its own way and has one of its own with the same rows, columns and
 * regions.
 */
public record ProfileTable(TableName name, int rows, int regions, long seed) {
  public static final byte[] FAMILY = BenchTable.FAMILY;

  static final int VALUE_BYTES = 100;
  private static final String PREFIX = "rowlock_bench_profile";
  private static final List<byte[]> COLUMNS =
      Stream.of("a", "b", "c").map(name -> name.getBytes(StandardCharsets.UTF_8)).toList();

  /** The table of plain HBase and of Rowlock. */
  static ProfileTable common(Plan plan) {
    return new ProfileTable(
        TableName.valueOf(PREFIX), plan.rows, plan.regions(), plan.rounds.seed());
  }

  static ProfileTable of(Mode peer, Plan plan) {
    TableName name = TableName.valueOf(PREFIX + "_" + peer.label().replace('-', '_'));
    return new ProfileTable(name, plan.rows, plan.regions(), plan.rounds.seed());
  }

  static byte[] key(int row) {
    byte[] key = new byte[8];
    int rest = row;
    for (int i = key.length - 1; i >= 0; i--) {
      key[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return key;
  }

  static List<byte[]> columns(int count) {
    return COLUMNS.subList(0, count);
  }

  /** Creates and fills the common table, if one of the modes uses it. */
  void prepare(Connection connection, Plan plan) throws IOException {
    if (!Mode.PEERS.containsAll(plan.modes)) {
      new BenchTable(name).create(connection, splits());
      load(connection, UnaryOperator.identity());
    }
  }

  /** Creates the table anew, with these families. */
  public void create(Connection connection, ColumnFamilyDescriptor... families) throws IOException {
    new BenchTable(name).createPlain(connection, splits(), families);
  }

  void drop(Connection connection) throws IOException {
    new BenchTable(name).drop(connection);
  }

  /**
   * Fills every column of every row; a peer marks each put so that its cells count as committed.
   */
  public void load(Connection connection, UnaryOperator<Put> mark) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    new BenchTable(name).load(connection, rows, row -> mark.apply(filled(row, random)));
  }

  private static Put filled(int row, SplittableRandom random) {
    Put put = new Put(key(row)).setDurability(Durability.SYNC_WAL);
    for (byte[] column : COLUMNS) {
      byte[] value = new byte[VALUE_BYTES];
      random.nextBytes(value);
      put.addColumn(FAMILY, column, value);
    }
    return put;
  }

  private byte[][] splits() {
    byte[][] splits = new byte[regions - 1][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = key(RowChooser.firstRow(i + 1, rows, regions));
    }
    return splits;
  }
}
