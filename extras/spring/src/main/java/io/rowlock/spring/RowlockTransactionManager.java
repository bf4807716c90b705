package io.rowlock.spring;

import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Spring's transaction manager for the transactions of a Rowlock {@link TransactionManager}. Binds
 * a transaction to the thread; {@link CurrentTransaction} returns its tables.
 *
 * <p>With {@link RowlockRetryConfiguration}, {@code @Transactional} methods run again after a
 * conflict, as with {@link TransactionManager#call}; {@link RowlockTransactionTemplate} does the
 * same for code. Everything else, such as Spring's own {@code TransactionTemplate}, makes one
 * attempt, and throws a {@code ConcurrencyFailureException} on a conflict.
 *
 * <p>The propagation {@code NESTED} and the isolation levels below {@code SERIALIZABLE} are
 * refused.
 */
public final class RowlockTransactionManager extends AbstractPlatformTransactionManager {

  private static final long serialVersionUID = 1L;

  private final transient TransactionManager transactions;

  /**
   * Creates a manager.
   *
   * @param transactions which the caller closes
   */
  public RowlockTransactionManager(TransactionManager transactions) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    setNestedTransactionAllowed(true); // else Spring refuses it, and advises to allow it
    setRollbackOnCommitFailure(true); // so that only an unknown outcome is reported as unknown
  }

  @Override
  protected Object doGetTransaction() {
    return new Participation(CurrentTransaction.of(transactions));
  }

  @Override
  protected boolean isExistingTransaction(Object transaction) {
    return ((Participation) transaction).attempt != null;
  }

  @Override
  protected boolean useSavepointForNestedTransaction() {
    throw Definitions.nestedRefused();
  }

  @Override
  protected void doBegin(Object transaction, TransactionDefinition definition) {
    TransactionSettings settings = Definitions.settings(definition, determineTimeout(definition));
    Attempt attempt =
        RetryScope.begin(definition, () -> RetryingCall.repeating(transactions, settings))
            .orElseGet(() -> RetryingCall.single(transactions, settings).begin());
    TransactionSynchronizationManager.bindResource(transactions, attempt);
    attempt.enter();
    ((Participation) transaction).attempt = attempt;
  }

  @Override
  protected Object doSuspend(Object transaction) {
    ((Participation) transaction).attempt = null;
    return TransactionSynchronizationManager.unbindResource(transactions);
  }

  @Override
  protected void doResume(@Nullable Object transaction, Object suspended) {
    TransactionSynchronizationManager.bindResource(transactions, suspended);
  }

  @Override
  protected void doCommit(DefaultTransactionStatus status) {
    attempt(status.getTransaction()).commit();
  }

  @Override
  protected void doRollback(DefaultTransactionStatus status) {
    attempt(status.getTransaction()).rollback();
  }

  @Override
  protected void doSetRollbackOnly(DefaultTransactionStatus status) {
    attempt(status.getTransaction()).rollbackOnly = true;
  }

  @Override
  protected void doCleanupAfterCompletion(Object transaction) {
    TransactionSynchronizationManager.unbindResource(transactions);
    attempt(transaction).leave();
  }

  private static Attempt attempt(Object transaction) {
    return Objects.requireNonNull(((Participation) transaction).attempt, "no transaction");
  }
}
