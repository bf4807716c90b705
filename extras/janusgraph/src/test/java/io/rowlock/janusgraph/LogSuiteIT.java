package io.rowlock.janusgraph;

import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.janusgraph.diskstorage.log.KCVSLogTest;
import org.junit.jupiter.api.Tag;

/** JanusGraph's own tests of its logs. */
@Tag("verify-all")
final class LogSuiteIT extends KCVSLogTest {

  @Override
  public KeyColumnValueStoreManager openStorageManager() throws BackendException {
    return LocalHBase.open("log-suite");
  }
}
