package io.rowlock.janusgraph;

import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.LockKeyColumnValueStoreTest;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.junit.jupiter.api.Tag;

/** JanusGraph's own tests of locks. */
@Tag("verify-all")
final class LockSuiteIT extends LockKeyColumnValueStoreTest {

  @Override
  public KeyColumnValueStoreManager openStorageManager(int id, Configuration configuration)
      throws BackendException {
    return LocalHBase.open("lock-suite");
  }
}
