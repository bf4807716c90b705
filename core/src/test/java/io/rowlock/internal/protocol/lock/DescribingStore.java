package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/** A store that can only describe tables, with the test's facts, and counts the requests. */
final class DescribingStore implements RowStore {

  final Map<TableName, CompletableFuture<TableFacts>> answers = new HashMap<>();
  final List<TableName> requested = new ArrayList<>();

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    requested.add(table);
    return Objects.requireNonNull(answers.get(table), "no answer");
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Long> newestTimestamp(RowKey row) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<ScanPage> scan(RangeScan scan) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> relocate(RowKey row) {
    throw new UnsupportedOperationException();
  }
}
