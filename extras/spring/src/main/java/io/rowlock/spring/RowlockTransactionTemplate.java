package io.rowlock.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Spring's template, whose code runs again after a conflict, as a {@code @Transactional} method
 * does.
 */
public final class RowlockTransactionTemplate extends TransactionTemplate {

  private static final long serialVersionUID = 1L;

  /** Creates a template with the propagation {@code REQUIRED}. */
  public RowlockTransactionTemplate(PlatformTransactionManager manager) {
    super(manager);
  }

  @Override
  public <T> @Nullable T execute(TransactionCallback<T> action) throws TransactionException {
    try {
      return RetryScope.<@Nullable T>run(
          definition -> definition == this, () -> super.execute(action));
    } catch (RuntimeException | Error unchecked) {
      throw unchecked;
    } catch (Throwable impossible) {
      throw new IllegalStateException("A callback has thrown a checked exception", impossible);
    }
  }
}
