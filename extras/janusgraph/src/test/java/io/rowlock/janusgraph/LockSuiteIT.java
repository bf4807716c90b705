package io.rowlock.janusgraph;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.LockKeyColumnValueStoreTest;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.janusgraph.diskstorage.locking.TemporaryLockingException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * JanusGraph's own tests of locks. Those that are overridden expect what holds for JanusGraph's
 * locks only; here they must fail, for that reason.
 */
@Tag("verify-all")
final class LockSuiteIT extends LockKeyColumnValueStoreTest {

  @Override
  public KeyColumnValueStoreManager openStorageManager(int id, Configuration configuration)
      throws BackendException {
    return LocalHBase.open("lock-suite");
  }

  /** Contention shows at the commit, not before. */
  private static void assertNoContentionBeforeTheCommit(ThrowingCallable test) {
    assertThatThrownBy(test)
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching(
            "Lock contention exception not thrown|Expected lock contention .* did not occur");
  }

  @Override
  @Test
  public void testLocalLockContention() {
    assertNoContentionBeforeTheCommit(super::testLocalLockContention);
  }

  @Override
  @Test
  public void testRemoteLockContention() {
    assertNoContentionBeforeTheCommit(super::testRemoteLockContention);
  }

  @Override
  @Test
  public void expiredLocalLockIsIgnored() {
    assertNoContentionBeforeTheCommit(super::expiredLocalLockIsIgnored);
  }

  /** The test locks two columns of one row, which has one lock. */
  private void assertOneLockForTheRow(ThrowingCallable test) throws BackendException {
    assertThatThrownBy(test)
        .isInstanceOf(TemporaryLockingException.class)
        .hasMessageContaining("Another transaction has written");
    for (int i = 0; i < manager.length; i++) {
      for (int j = 0; j < tx[i].length; j++) {
        tx[i][j] = newTransaction(manager[i]); // the suite commits them
      }
    }
  }

  @Override
  @Test
  public void twoLocalTransactionsWithIndependentLocks() throws BackendException {
    assertOneLockForTheRow(super::twoLocalTransactionsWithIndependentLocks);
  }

  @Override
  @Test
  public void twoTransactionsWithIndependentLocks() throws BackendException {
    assertOneLockForTheRow(super::twoTransactionsWithIndependentLocks);
  }
}
