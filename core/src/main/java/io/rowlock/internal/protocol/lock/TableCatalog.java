package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.jspecify.annotations.Nullable;

/** The facts of the tables in use; {@link KnownTable} defines how old they can be. Thread-safe. */
public final class TableCatalog {

  private final RowStore store;
  private final Clock clock;
  private final FactsAge limits;
  private final Map<TableName, KnownTable> tables = new ConcurrentHashMap<>();

  public TableCatalog(RowStore store, Clock clock, FactsAge limits) {
    this.store = store;
    this.clock = clock;
    this.limits = limits;
  }

  /**
   * Returns the facts. Fails if the table does not exist, has no lock family, or is unfit for
   * another reason.
   */
  public CompletableFuture<TableFacts> facts(TableName table) {
    return known(table).facts();
  }

  /** Returns the facts, without a request; null if they would have to be waited for. */
  public @Nullable TableFacts present(TableName table) {
    return known(table).present();
  }

  private KnownTable known(TableName table) {
    return tables.computeIfAbsent(
        table, name -> new KnownTable(name, () -> lookUp(name), clock, limits));
  }

  private CompletableFuture<TableFacts> lookUp(TableName table) {
    return store.describe(table).thenApply(TableCatalog::verified);
  }

  /**
   * Returns the facts like {@link #facts}, but looks them up again if they do not contain the
   * families, or this user's permission to write them.
   */
  public CompletableFuture<TableFacts> factsWith(TableName table, Iterable<byte[]> families) {
    return facts(table)
        .thenCompose(
            facts ->
                hasAll(facts, families)
                    ? CompletableFuture.completedFuture(facts)
                    : known(table).factsNow());
  }

  private static boolean hasAll(TableFacts facts, Iterable<byte[]> families) {
    return Iterables.all(families, facts.families()::contains)
        && !Iterables.any(families, facts.denied()::contains)
        && !facts.denied().contains(LockColumn.family());
  }

  /**
   * Notes what the rows of a read show of their tables: a transaction that deletes such a row must
   * also delete in a family that it has seen.
   */
  public void saw(List<DecidedRow> rows) {
    @Nullable KnownTable table = null;
    @Nullable Cell last = null;
    for (DecidedRow row : rows) {
      KnownTable next = tables.get(row.key().table());
      if (next != null) {
        for (Cell cell : row.cells()) {
          if (last == null || next != table || !CellUtil.matchingFamily(last, cell)) {
            next.saw(CellUtil.cloneFamily(cell));
          }
          table = next;
          last = cell;
        }
      }
    }
  }

  private static TableFacts verified(TableFacts facts) {
    if (!facts.isTransactional()) {
      String family = Bytes.toString(LockColumn.family());
      throw withoutLocks(facts.table(), new NoSuchColumnFamilyException(family));
    }
    if (!facts.flaws().isEmpty()) {
      throw ProtocolFailure.illegal(
          null,
          "Table '%s' is not fit for transactions: %s"
              .formatted(facts.table().getNameAsString(), String.join("; ", facts.flaws())));
    }
    return facts;
  }

  /**
   * Returns the refusal of a table that is not enabled.
   *
   * @param cause as a server reports it
   */
  public static ProtocolFailure withoutLocks(TableName table, NoSuchColumnFamilyException cause) {
    String message =
        "Table '%1$s' has no locks, so no transaction can read or write it: enable it once"
            + " (TransactionAdmin.enable, or 'rowlock enable %1$s'), or use a plain Table of the"
            + " Connection";
    return ProtocolFailure.illegal(null, message.formatted(table.getNameAsString()), cause);
  }
}
