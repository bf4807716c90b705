package io.rowlock.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.KeyColumnValueStoreTest;
import org.janusgraph.diskstorage.KeyValueStoreUtil;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStore;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.janusgraph.diskstorage.keycolumnvalue.KeySliceQuery;
import org.janusgraph.diskstorage.keycolumnvalue.StoreTransaction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * JanusGraph's own tests of one store. In two of them the threads share one transaction, and end it
 * while others read through it; here each transaction is a thread's own.
 */
@Tag("verify-all")
final class StoreSuiteIT extends KeyColumnValueStoreTest {

  private static final int KEYS = 64;
  private static final int COLUMNS = 50;
  private static final int DELETED = 7;

  @Override
  public KeyColumnValueStoreManager openStorageManager() throws BackendException {
    return LocalHBase.open("store-suite");
  }

  @Override
  @Test
  public void testConcurrentGetSlice() throws BackendException {
    inParallel(false);
  }

  @Override
  @Test
  public void testConcurrentGetSliceAndMutate() throws BackendException {
    inParallel(true);
  }

  /** Each thread reads and writes a row of its own, and reads a row of another one. */
  private void inParallel(boolean deletes) throws BackendException {
    loadValues(KeyValueStoreUtil.generateData(KEYS, COLUMNS));
    newTx();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<Future<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < KEYS; i++) {
        int key = i;
        all.add(threads.submit(() -> oneThread(key, deletes)));
      }
      assertThat(all).allSatisfy(one -> assertThat(one.get(1, TimeUnit.MINUTES)).isTrue());
    } finally {
      threads.shutdownNow();
    }
    for (int i = 0; i < KEYS; i++) {
      assertThat(columns(i, tx)).isEqualTo(deletes ? COLUMNS - DELETED : COLUMNS);
    }
  }

  private boolean oneThread(int key, boolean deletes) throws BackendException {
    StoreTransaction own = startTx();
    assertThat(columns(key, own)).isEqualTo(COLUMNS);
    if (deletes) {
      List<StaticBuffer> deletions =
          IntStream.range(0, DELETED).mapToObj(KeyValueStoreUtil::getBuffer).toList();
      store.mutate(
          KeyValueStoreUtil.getBuffer(key), KeyColumnValueStore.NO_ADDITIONS, deletions, own);
      assertThat(columns(key, own)).isEqualTo(COLUMNS - DELETED);
    }
    own.commit();
    StoreTransaction other = startTx();
    assertThat(columns((key + 1) % KEYS, other)).isIn(COLUMNS, COLUMNS - DELETED);
    other.rollback();
    return true;
  }

  private int columns(int key, StoreTransaction transaction) throws BackendException {
    StaticBuffer row = KeyValueStoreUtil.getBuffer(key);
    StaticBuffer first = KeyValueStoreUtil.getBuffer(0);
    StaticBuffer end = KeyValueStoreUtil.getBuffer(COLUMNS);
    return store.getSlice(new KeySliceQuery(row, first, end), transaction).size();
  }
}
