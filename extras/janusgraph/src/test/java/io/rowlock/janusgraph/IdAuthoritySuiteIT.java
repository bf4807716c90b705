package io.rowlock.janusgraph;

import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.IDAuthorityTest;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.junit.jupiter.api.Tag;

/** JanusGraph's own tests of the allocation of ids. */
@Tag("verify-all")
final class IdAuthoritySuiteIT extends IDAuthorityTest {

  @Override
  public KeyColumnValueStoreManager openStorageManager() throws BackendException {
    return LocalHBase.open("id-authority-suite");
  }
}
