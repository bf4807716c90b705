package io.rowlock.simulator;

import io.rowlock.NotCommittedException;
import io.rowlock.Transaction;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** A call without a meaning in a transaction: it is refused, and has no effect. */
record Misuse(RowKey key, Function<AsyncTable<?>, CompletableFuture<?>> call) {

  private static final byte[] OTHER = Bytes.toBytes("x");
  private static final byte[] VALUE = Bytes.toBytes(1L);

  /** Draws a call. */
  static Misuse draw(RowKey key, Random dice) {
    byte[] row = key.row();
    List<Function<AsyncTable<?>, CompletableFuture<?>>> calls =
        switch (dice.nextInt(4)) {
          case 0 -> gets(row);
          case 1 -> scans();
          case 2 -> mutations(row);
          default -> checks(row);
        };
    return new Misuse(key, calls.get(dice.nextInt(calls.size())));
  }

  /** Increments a row that contains a tag, which is too short for a number. */
  static Misuse incrementOfTag(RowKey key) {
    Increment increment = new Increment(key.row()).addColumn(Content.G, Content.TAG, 1);
    return new Misuse(key, table -> table.increment(increment));
  }

  /** Completes after the refusal, or fails with the failure of the transaction. */
  CompletableFuture<Void> in(Transaction transaction) {
    CompletableFuture<Void> checked = new CompletableFuture<>();
    var unused =
        call.apply(transaction.asyncTable(key.table()))
            .handle((answer, failure) -> check(checked, answer, failure));
    return checked;
  }

  private static boolean check(
      CompletableFuture<Void> checked, @Nullable Object answer, @Nullable Throwable failure) {
    Throwable bare = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
    if (bare == null) {
      return checked.completeExceptionally(new AssertionError("A misuse was answered: " + answer));
    }
    return isRefusal(bare) ? checked.complete(null) : checked.completeExceptionally(bare);
  }

  /** A refusal has no failed request as its cause, but may name the one that it spares. */
  private static boolean isRefusal(Throwable failure) {
    return failure instanceof NotCommittedException known
        && (!(known.getCause() instanceof IOException)
            || known.getMessage().contains(" refused: there is no family "));
  }

  private static List<Function<AsyncTable<?>, CompletableFuture<?>>> gets(byte[] row) {
    return List.of(
        table -> table.get(new Get(row).setReplicaId(2)),
        table -> table.get(new Get(row).setTimestamp(1)),
        table -> table.get(new Get(row).setConsistency(Consistency.TIMELINE)),
        table -> table.get(new Get(row).setReplicaId(1)),
        table -> table.get(new Get(row).setIsolationLevel(IsolationLevel.READ_UNCOMMITTED)),
        table -> table.get(new Get(row).setColumnFamilyTimeRange(Content.F, 0, 1)),
        table -> table.get(new Get(row).addFamily(LockColumn.family())),
        table -> table.get(new Get(row).setFilter(new TimestampsFilter(List.of(1L)))),
        table -> table.get(new Get(row).setFilter(new SkipFilter(dependent()))),
        table -> table.get(new Get(row).setFilter(new FilterList(dependent()))),
        table -> table.get(new Get(row).setAttribute("a", OTHER)));
  }

  private static DependentColumnFilter dependent() {
    return new DependentColumnFilter(Content.F, Content.LIST);
  }

  private static List<Function<AsyncTable<?>, CompletableFuture<?>>> scans() {
    return List.of(
        table -> table.scanAll(new Scan().setRaw(true)),
        table -> table.scanAll(new Scan().setFilter(new ColumnCountGetFilter(1))),
        table ->
            table.scanAll(new Scan().setFilter(new WhileMatchFilter(new ColumnCountGetFilter(1)))),
        table -> table.scanAll(new Scan().setScanMetricsEnabled(true)),
        table ->
            table.scanAll(
                new Scan()
                    .setBatch(1)
                    .setFilter(
                        new SingleColumnValueFilter(
                            Content.F, Content.COUNT, CompareOperator.EQUAL, VALUE))),
        table -> table.scanAll(new Scan().addFamily(LockColumn.family())));
  }

  private static List<Function<AsyncTable<?>, CompletableFuture<?>>> mutations(byte[] row) {
    return List.of(
        table -> table.put(with(new Put(row), cell(row, KeyValue.Type.Delete, VALUE))),
        table -> table.put(new Put(row, 1).addColumn(Content.F, OTHER, VALUE)),
        table -> table.put(put(row).setDurability(Durability.FSYNC_WAL)),
        table -> table.put(put(row).setTTL(1)),
        table -> table.put(put(row).setCellVisibility(new CellVisibility("x"))),
        table -> table.put(put(row).setAttribute("acl", OTHER)),
        table -> table.put(with(new Put(row), cell(row, KeyValue.Type.DeleteColumn, VALUE))),
        table -> table.put(with(new Put(row), tagged(row))),
        table -> table.increment(with(new Increment(row), cell(row, KeyValue.Type.Put, OTHER))),
        table -> table.delete(new Delete(row).addFamilyVersion(Content.F, Long.MAX_VALUE)),
        table -> table.batchAll(List.of(new UnknownRow(row))),
        table -> table.put(new Put(row)),
        table -> table.put(new Put(row).addColumn(OTHER, OTHER, VALUE)),
        table -> table.put(new Put(row).addColumn(LockColumn.family(), OTHER, VALUE)),
        table -> table.put(new Put(row).addColumn(Content.F, OTHER, 1, VALUE)),
        table -> table.put(new Put(row).addColumn(Content.F, OTHER, new byte[11_000_000])),
        table -> table.delete(new Delete(row, 1)),
        table -> table.delete(new Delete(row).addColumn(Content.F, Content.LIST, 7)),
        table -> table.delete(new Delete(row).addFamilyVersion(Content.F, 1)),
        table ->
            table.append(new Append(row).setTimeRange(0, 1).addColumn(Content.F, OTHER, VALUE)),
        table -> table.increment(ranged(new Increment(row).addColumn(Content.F, OTHER, 1))),
        table -> table.batchAll(List.of(put(row).setDurability(Durability.FSYNC_WAL))),
        table -> table.batchAll(List.of(new Get(row), new Get(row).setReplicaId(2))));
  }

  /** A type that HBase does not know. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record UnknownRow(byte[] row) implements Row {

    @Override
    public byte[] getRow() {
      return row;
    }

    @Override
    @SuppressWarnings("deprecation") // there is no way around it
    public int compareTo(Row other) {
      return COMPARATOR.compare(this, other);
    }
  }

  private static <T extends Mutation> T with(T mutation, Cell cell) {
    mutation.getFamilyCellMap().put(Content.F, List.of(cell));
    return mutation;
  }

  private static KeyValue cell(byte[] row, KeyValue.Type type, byte[] value) {
    return new KeyValue(row, Content.F, OTHER, HConstants.LATEST_TIMESTAMP, type, value);
  }

  private static KeyValue tagged(byte[] row) {
    List<Tag> tags = List.of(new ArrayBackedTag((byte) 77, VALUE));
    long time = HConstants.LATEST_TIMESTAMP;
    return new KeyValue(row, Content.F, OTHER, time, KeyValue.Type.Put, VALUE, tags);
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(Content.F, OTHER, VALUE);
  }

  private static Increment ranged(Increment increment) {
    try {
      return increment.setTimeRange(0, 1);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static List<Function<AsyncTable<?>, CompletableFuture<?>>> checks(byte[] row) {
    return List.of(
        table -> table.checkAndMutate(check(row, CompareOperator.NO_OP).build(put(row))),
        table ->
            table.checkAndMutate(
                check(row, CompareOperator.EQUAL).timeRange(TimeRange.at(1)).build(put(row))),
        table ->
            table.checkAndMutate(
                CheckAndMutate.newBuilder(row)
                    .ifEquals(LockColumn.family(), OTHER, VALUE)
                    .build(put(row))),
        table ->
            table.checkAndMutate(
                CheckAndMutate.newBuilder(row).ifMatches(dependent()).build(put(row))));
  }

  private static CheckAndMutate.Builder check(byte[] row, CompareOperator operator) {
    return CheckAndMutate.newBuilder(row).ifMatches(Content.F, OTHER, operator, VALUE);
  }
}
