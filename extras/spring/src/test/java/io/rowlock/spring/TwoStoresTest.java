package io.rowlock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Boot's auto-configuration beside another store. */
class TwoStoresTest {

  /** An application with the manager of another store. */
  static class TwoStores extends CountingApplication {

    @Bean
    OtherManager otherManager() {
      return new OtherManager();
    }

    @Bean
    Both both(CurrentTransaction current) {
      return new Both(current);
    }
  }

  static class Both {

    private final CurrentTransaction current;

    Both(CurrentTransaction current) {
      this.current = current;
    }

    @Transactional
    public boolean isRowlockByDefault() {
      return current.isPresent();
    }

    @Transactional("rowlockTransactionManager")
    public boolean isRowlockByName() {
      return current.isPresent();
    }
  }

  static class OtherManager extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1L;

    @Override
    protected Object doGetTransaction() {
      return "other";
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {}

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}
  }

  @Test
  void besideAnotherManagerRowlockIsUsedByName() {
    try (ConfigurableApplicationContext context = CountingApplication.start(TwoStores.class)) {
      Both both = context.getBean(Both.class);
      assertThat(both.isRowlockByDefault()).isFalse();
      assertThat(both.isRowlockByName()).isTrue();
    }
  }
}
