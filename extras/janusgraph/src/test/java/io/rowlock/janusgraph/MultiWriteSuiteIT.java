package io.rowlock.janusgraph;

import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.MultiWriteKeyColumnValueStoreTest;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.junit.jupiter.api.Tag;

/** JanusGraph's own tests of writes to several rows and stores. */
@Tag("verify-all")
final class MultiWriteSuiteIT extends MultiWriteKeyColumnValueStoreTest {

  @Override
  public KeyColumnValueStoreManager openStorageManager() throws BackendException {
    return LocalHBase.open("multi-write-suite");
  }
}
