package io.rowlock.simulator;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.NewRowHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The change that one transaction makes to one row. All but {@link Kind#DELETE_ROW} leave the
 * transaction's tag in the row.
 *
 * @param seen what the transaction has read in the row, for {@link Kind#APPEND_TO_SEEN}
 * @param wrongHints whether the transaction declares that the row is new
 * @param more further families in which it leaves the tag
 */
record Change(
    RowKey key,
    String tag,
    Kind kind,
    @Nullable Content seen,
    boolean wrongHints,
    List<byte[]> more) {

  /** The kind of change. */
  enum Kind {
    APPEND_TO_SEEN,
    APPEND_BLINDLY,
    INCREMENT_BLINDLY,
    /** The transaction gets the result, which is a read. */
    INCREMENT_AND_GET,
    REPLACE,
    REPLACE_FAMILY,
    REPLACE_ROW,
    DELETE_COLUMN,
    DELETE_FAMILY,
    DELETE_ROW
  }

  /**
   * Draws a valid kind. At least one row keeps the tag, which identifies the writer of the changes.
   */
  static Kind draw(RowKey key, UserRecord record, Random dice, boolean mayDelete) {
    boolean isSeen = record.seen(key) != null;
    if (dice.nextInt(3) == 0) {
      return isSeen ? Kind.APPEND_TO_SEEN : Kind.APPEND_BLINDLY;
    }
    Kind any = Kind.values()[dice.nextInt(Kind.values().length)];
    if (any == Kind.APPEND_TO_SEEN && !isSeen) {
      return Kind.APPEND_BLINDLY;
    }
    return any == Kind.DELETE_ROW && !mayDelete ? Kind.REPLACE_ROW : any;
  }

  /** A value that is replaced in the same transaction: no other transaction may ever see it. */
  private static final byte[] NEVER_SEEN = Bytes.toBytes("intermediate");

  /**
   * Buffers the change.
   *
   * @return the count that the user gets, or null
   */
  CompletableFuture<@Nullable Long> applyTo(ActiveTransaction transaction, boolean twice) {
    CompletableFuture<?> change = change(transaction);
    if (kind == Kind.DELETE_ROW) {
      return change.thenApply(done -> null);
    }
    CompletableFuture<?> first =
        twice ? change.thenCompose(done -> transaction.write(table(), put(NEVER_SEEN))) : change;
    return first
        .thenCompose(done -> transaction.write(table(), put(Bytes.toBytes(tag))))
        .thenCombine(change, (done, result) -> result instanceof Long count ? count : null);
  }

  /** Buffers other writes to the row, and returns to a savepoint before them. Reads nothing. */
  CompletableFuture<Void> regretted(ActiveTransaction transaction) {
    return transaction
        .mark()
        .thenCompose(
            mark ->
                transaction
                    .writeAll(table(), List.of(new Delete(key.row()), put(NEVER_SEEN)))
                    .thenCompose(done -> transaction.write(table(), put(NEVER_SEEN)))
                    .thenCompose(done -> transaction.returnTo(mark)))
        .thenAccept(Change::requireReturned);
  }

  private static void requireReturned(boolean isReturned) {
    if (!isReturned) {
      throw new AssertionError("A savepoint was lost");
    }
  }

  private CompletableFuture<?> change(ActiveTransaction transaction) {
    byte[] row = key.row();
    return switch (kind) {
      case APPEND_TO_SEEN -> transaction.write(table(), list(appended(seen)));
      case APPEND_BLINDLY -> transaction.append(table(), append(row));
      case INCREMENT_BLINDLY -> transaction.increment(table(), increment(row, false));
      case INCREMENT_AND_GET ->
          transaction
              .increment(table(), increment(row, true))
              .thenApply(result -> Bytes.toLong(result.getValue(Content.F, Content.COUNT)));
      case REPLACE -> transaction.write(table(), list("." + tag));
      case REPLACE_FAMILY ->
          transaction
              .write(table(), new Delete(row).addFamily(Content.F))
              .thenCompose(done -> transaction.write(table(), list("." + tag)));
      case REPLACE_ROW ->
          transaction
              .write(table(), new Delete(row))
              .thenCompose(done -> transaction.write(table(), list("." + tag)));
      case DELETE_COLUMN ->
          transaction.write(table(), new Delete(row).addColumns(Content.F, Content.LIST));
      case DELETE_FAMILY -> transaction.write(table(), new Delete(row).addFamily(Content.F));
      case DELETE_ROW -> transaction.write(table(), new Delete(row));
    };
  }

  /**
   * Returns the mutations of the change, in their order.
   *
   * @param answers whether an append returns its result
   * @param way one of three equivalent ways
   */
  List<Mutation> mutations(boolean answers, int way) {
    byte[] row = key.row();
    List<Mutation> all = new ArrayList<>();
    switch (kind) {
      case APPEND_TO_SEEN -> all.add(list(appended(seen)));
      case APPEND_BLINDLY -> all.addAll(appends(row, answers, way));
      case INCREMENT_BLINDLY -> all.addAll(increments(row, way));
      case INCREMENT_AND_GET -> all.add(increment(row, true));
      case REPLACE ->
          all.addAll(way == 0 ? List.of(append(row), list("." + tag)) : List.of(list("." + tag)));
      case REPLACE_FAMILY ->
          all.addAll(List.of(new Delete(row).addFamily(Content.F), list("." + tag)));
      case REPLACE_ROW -> all.addAll(List.of(new Delete(row), list("." + tag)));
      case DELETE_COLUMN -> all.add(new Delete(row).addColumns(Content.F, Content.LIST));
      case DELETE_FAMILY -> all.add(new Delete(row).addFamily(Content.F));
      case DELETE_ROW -> all.add(new Delete(row));
    }
    if (kind != Kind.DELETE_ROW) {
      all.add(put(Bytes.toBytes(tag)).setId("simulated"));
    }
    return all;
  }

  private List<Mutation> appends(byte[] row, boolean answers, int way) {
    Append dot = new Append(row).addColumn(Content.F, Content.LIST, Bytes.toBytes("."));
    Append rest = new Append(row).addColumn(Content.F, Content.LIST, Bytes.toBytes(tag));
    return way == 0
        ? List.of(dot.setReturnResults(false), rest.setReturnResults(false))
        : List.of(append(row).setReturnResults(answers));
  }

  private static List<Mutation> increments(byte[] row, int way) {
    Append nothing = new Append(row).addColumn(Content.F, Content.COUNT, new byte[0]);
    return switch (way) {
      case 0 -> List.of(increment(row, 3), increment(row, -2));
      case 1 -> List.of(increment(row, 1), nothing.setReturnResults(false));
      default -> List.of(increment(row, 1));
    };
  }

  private static Increment increment(byte[] row, long amount) {
    return new Increment(row).addColumn(Content.F, Content.COUNT, amount).setReturnResults(false);
  }

  private TableName table() {
    return key.table();
  }

  private Put put(byte[] value) {
    Put put = new Put(key.row()).addColumn(Content.G, Content.TAG, value);
    more.forEach(family -> put.addColumn(family, Content.TAG, value));
    return hinted(put);
  }

  private Put list(String list) {
    return hinted(new Put(key.row()).addColumn(Content.F, Content.LIST, Bytes.toBytes(list)));
  }

  private Put hinted(Put put) {
    if (wrongHints) {
      NewRowHint.setOn(put);
    }
    return put;
  }

  private Append append(byte[] row) {
    byte[] element = Bytes.toBytes("." + tag);
    return new Append(row).addColumn(Content.F, Content.LIST, element).setReturnResults(false);
  }

  private static Increment increment(byte[] row, boolean returns) {
    return new Increment(row).addColumn(Content.F, Content.COUNT, 1).setReturnResults(returns);
  }

  private String appended(@Nullable Content before) {
    String list = before == null ? null : before.list();
    return (list == null ? "" : list) + "." + tag;
  }

  /** Returns the row's correct content after this change. */
  Content after(Content before) {
    String extra = isExtra() ? tag : before.extra();
    return switch (kind) {
      case APPEND_TO_SEEN, APPEND_BLINDLY ->
          new Content(appended(before), before.count(), tag, extra);
      case INCREMENT_BLINDLY, INCREMENT_AND_GET ->
          new Content(before.list(), before.count() == null ? 1 : before.count() + 1, tag, extra);
      case REPLACE -> new Content("." + tag, before.count(), tag, extra);
      case REPLACE_FAMILY -> new Content("." + tag, null, tag, extra);
      case REPLACE_ROW -> new Content("." + tag, null, tag, isExtra() ? tag : null);
      case DELETE_COLUMN -> new Content(null, before.count(), tag, extra);
      case DELETE_FAMILY -> new Content(null, null, tag, extra);
      case DELETE_ROW -> Content.NOTHING;
    };
  }

  private boolean isExtra() {
    return more.contains(Content.H);
  }
}
