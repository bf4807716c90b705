package io.rowlock.janusgraph;

import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.KeyColumnValueStoreTest;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JanusGraph's own tests of one store. */
@Tag("verify-all")
final class StoreSuiteIT extends KeyColumnValueStoreTest {

  @Override
  public KeyColumnValueStoreManager openStorageManager() throws BackendException {
    return LocalHBase.open("store-suite");
  }

  @Override
  @Test
  @Disabled("Its threads end the one transaction that they share, and read through it afterwards")
  public void testConcurrentGetSlice() {}

  @Override
  @Test
  @Disabled("Its threads end the one transaction that they share, and read through it afterwards")
  public void testConcurrentGetSliceAndMutate() {}
}
