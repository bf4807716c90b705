package io.rowlock.bench.kit;

import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A table that a benchmark creates anew and drops at its end. */
public record BenchTable(TableName name) {
  public static final byte[] FAMILY = "d".getBytes(StandardCharsets.UTF_8);

  private static final Logger LOG = LoggerFactory.getLogger(BenchTable.class);
  private static final int BATCH = 1_000;

  /** To fill a smaller table takes a second or two. */
  private static final int MANY = 20_000;

  /** Marks tables that a benchmark created and can therefore drop. */
  private static final String MARK = "ROWLOCK_BENCH";

  /**
   * Creates it with transactions enabled; fails if another program created a table of this name.
   */
  public void create(Connection connection, byte[]... splits) throws IOException {
    drop(connection);
    TransactionAdmin admin = TransactionAdmin.create(connection);
    if (splits.length == 0) {
      admin.createTable(descriptor(ColumnFamilyDescriptorBuilder.of(FAMILY)));
    } else {
      admin.createTable(descriptor(ColumnFamilyDescriptorBuilder.of(FAMILY)), splits);
    }
  }

  /** Creates it with these families only; fails as {@link #create} does. */
  public void createPlain(
      Connection connection, byte[][] splits, ColumnFamilyDescriptor... families)
      throws IOException {
    drop(connection);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor(families), splits);
    }
  }

  /**
   * Creates it, unless a benchmark has created it before, without any preparation for transactions;
   * refuses as well.
   */
  public void createIfMissing(
      Connection connection, byte[][] splits, UnaryOperator<TableDescriptorBuilder> settings)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (isThere(admin)) {
        return;
      }
      TableDescriptor plain = descriptor(ColumnFamilyDescriptorBuilder.of(FAMILY));
      admin.createTable(settings.apply(TableDescriptorBuilder.newBuilder(plain)).build(), splits);
    }
  }

  /** Fills it with rows by their numbers, in their order. */
  public void load(Connection connection, int rows, IntFunction<Put> row) throws IOException {
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int shown = rows < MANY ? 0 : rows;
    try (Table table = connection.getTable(name);
        Progress progress = Progress.start("table " + name, shown, " rows", err)) {
      for (int begin = 0; begin < rows; begin += BATCH) {
        int end = Math.min(rows, begin + BATCH);
        if (shown > 0) {
          progress.begin("filling", "filling");
        }
        table.put(IntStream.range(begin, end).mapToObj(row).toList());
        progress.end(end - begin);
      }
    }
  }

  public void drop(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!isThere(admin)) {
        return;
      }
      if (admin.isTableEnabled(name)) {
        admin.disableTable(name);
      }
      admin.deleteTable(name);
    } catch (TableNotFoundException dropped) { // by another thread, or by a request without answer
      LOG.debug("Dropped meanwhile: {}", name);
    }
  }

  private boolean isThere(Admin admin) throws IOException {
    if (!admin.tableExists(name)) {
      return false;
    }
    if (admin.getDescriptor(name).getValue(MARK) == null) {
      throw new IOException(
          "There is a table " + name + " that no benchmark made; rename or drop it first");
    }
    return true;
  }

  private TableDescriptor descriptor(ColumnFamilyDescriptor... families) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamilies(List.of(families))
        .setDurability(Durability.SYNC_WAL)
        .setValue(MARK, name.getNameAsString())
        .build();
  }
}
