package io.rowlock.janusgraph;

import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.LockKeyColumnValueStoreTest;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JanusGraph's own tests of locks. */
@Tag("verify-all")
final class LockSuiteIT extends LockKeyColumnValueStoreTest {

  @Override
  public KeyColumnValueStoreManager openStorageManager(int id, Configuration configuration)
      throws BackendException {
    return LocalHBase.open("lock-suite");
  }

  @Override
  @Test
  @Disabled("It expects the contention before the commit")
  public void testLocalLockContention() {}

  @Override
  @Test
  @Disabled("It expects the contention before the commit")
  public void testRemoteLockContention() {}

  @Override
  @Test
  @Disabled("It expects the contention before the commit")
  public void expiredLocalLockIsIgnored() {}

  @Override
  @Test
  @Disabled("Its locks are on two columns of one row, which has one lock")
  public void twoLocalTransactionsWithIndependentLocks() {}

  @Override
  @Test
  @Disabled("Its locks are on two columns of one row, which has one lock")
  public void twoTransactionsWithIndependentLocks() {}
}
