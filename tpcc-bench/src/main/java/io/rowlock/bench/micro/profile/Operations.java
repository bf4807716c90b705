package io.rowlock.bench.micro.profile;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/** The reads and writes of a profile: the same rows, columns and durability in every mode. */
public final class Operations {
  private final Profile profile;
  private final List<byte[]> columns;

  Operations(Profile profile) {
    this.profile = profile;
    this.columns = ProfileTable.columns(profile.columnsWritten());
  }

  /** A part of a transaction. */
  @FunctionalInterface
  public interface Part {
    void run() throws IOException;
  }

  /** Reads and writes in the profile's order, which is the same in each mode. */
  public void inOrder(Part reads, Part writes) throws IOException {
    (profile.writesFirst() ? writes : reads).run();
    (profile.writesFirst() ? reads : writes).run();
  }

  /** Reads a row. */
  @FunctionalInterface
  interface Reader {
    Result get(Get get) throws IOException;
  }

  /** Writes a row, or a cell of it. */
  @FunctionalInterface
  interface Writer {
    void put(Put put) throws IOException;
  }

  /** Runs all reads and writes row by row, in the profile's order. */
  void run(Choice choice, List<Put> writes, Reader reader, Writer writer) throws IOException {
    inOrder(
        () -> {
          for (Get get : reads(choice)) {
            check(reader.get(get));
          }
        },
        () -> {
          for (Put put : writes) {
            writer.put(put);
          }
        });
  }

  /** Runs all reads and writes row by row, on a table. */
  void run(Choice choice, Table table) throws IOException {
    run(choice, writes(choice), table::get, table::put);
  }

  /** Runs all reads with one call, and all writes with one. */
  void runBatched(Choice choice, Table table) throws IOException {
    inOrder(() -> check(table.get(reads(choice))), () -> table.put(writes(choice)));
  }

  /** One read of one column for each row. */
  public List<Get> reads(Choice choice) {
    Stream<byte[]> written =
        profile.readsWrittenRows()
            ? Stream.of(choice.firstWritten(), choice.secondWritten())
            : Stream.of();
    Stream<byte[]> further = profile.readsFurtherRow() ? Stream.of(choice.readOnly()) : Stream.of();
    return Stream.concat(written, further).map(Operations::read).toList();
  }

  /** One put of all columns for each row. */
  public List<Put> writes(Choice choice) {
    return Stream.of(choice.firstWritten(), choice.secondWritten())
        .map(row -> write(row, columns, choice.value()))
        .toList();
  }

  /** One put for each cell. */
  List<Put> writesByCell(Choice choice) {
    return Stream.of(choice.firstWritten(), choice.secondWritten())
        .flatMap(row -> columns.stream().map(c -> write(row, List.of(c), choice.value())))
        .toList();
  }

  /** Fails if a read has no value, because the tables are full. */
  public static void check(Result... results) throws IOException {
    for (Result result : results) {
      if (result.isEmpty()) {
        throw new IOException("A row of the benchmark's table is missing");
      }
    }
  }

  private static Get read(byte[] row) {
    return new Get(row).addColumn(ProfileTable.FAMILY, ProfileTable.columns(1).get(0));
  }

  private static Put write(byte[] row, List<byte[]> columns, byte[] value) {
    Put put = new Put(row).setDurability(Durability.SYNC_WAL);
    columns.forEach(column -> put.addColumn(ProfileTable.FAMILY, column, value));
    return put;
  }

  /** The rows of one transaction, all different, and its written value. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Choice(byte[] firstWritten, byte[] secondWritten, byte[] readOnly, byte[] value) {}

  /**
   * Chooses the rows of transactions: uniformly, or the written ones from a few hot rows or by
   * Zipf's law; with several regions, both written rows lie in different ones.
   */
  record RowChooser(int rows, @Nullable Integer hot, double skew, int regionsApart) {
    /** A prime, so that the most frequent rows are scattered over the table. */
    private static final long STRIDE = 982_451_653;

    Choice choose(SplittableRandom random) {
      int first = written(random);
      int second = first;
      while (second == first || (regionsApart > 1 && region(second) == region(first))) {
        second = written(random);
      }
      int readOnly = first;
      while (readOnly == first || readOnly == second) {
        readOnly = random.nextInt(rows);
      }
      byte[] value = new byte[ProfileTable.VALUE_BYTES];
      random.nextBytes(value);
      return new Choice(
          ProfileTable.key(first), ProfileTable.key(second), ProfileTable.key(readOnly), value);
    }

    /** The first row of a region. */
    static int firstRow(int region, int rows, int regions) {
      return Math.toIntExact((long) region * rows / regions);
    }

    private int region(int row) {
      int region = 0;
      while (region + 1 < regionsApart && row >= firstRow(region + 1, rows, regionsApart)) {
        region++;
      }
      return region;
    }

    /** Hot rows are spread evenly, so that they lie in all regions. */
    private int written(SplittableRandom random) {
      if (hot != null) {
        return Math.toIntExact((long) random.nextInt(hot) * rows / hot);
      }
      return skew == 0 ? random.nextInt(rows) : (int) (rank(random) * STRIDE % rows);
    }

    /** The row of rank r has a share of about r^-skew: the inverse of the integral of that. */
    private long rank(SplittableRandom random) {
      return (long) (rows * Math.pow(random.nextDouble(), 1 / (1 - skew)));
    }
  }
}
