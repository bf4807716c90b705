package io.rowlock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import java.util.Arrays;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A context of Spring without Boot. */
final class SpringContext {

  private SpringContext() {}

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement(proxyTargetClass = true)
  @Import(RowlockRetryConfiguration.class)
  static class Transactional {

    @Bean
    RowlockTransactionManager transactionManager(TransactionManager transactions) {
      return new RowlockTransactionManager(transactions);
    }

    @Bean
    CurrentTransaction current(TransactionManager transactions) {
      return new CurrentTransaction(transactions);
    }
  }

  /** Starts a context that closes the manager. */
  static AnnotationConfigApplicationContext start(
      TransactionManager transactions, Class<?> methods, Class<?>... advice) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.registerBean("rowlock", TransactionManager.class, () -> transactions);
    context.register(Transactional.class);
    context.register(methods);
    Arrays.stream(advice).forEach(context::register);
    context.refresh();
    return context;
  }

  /** Returns what the indicator reports, whose interface Boot 4 has moved. */
  static String health(ApplicationContext context) throws ReflectiveOperationException {
    Object indicator = context.getBean("rowlockHealthIndicator");
    return indicator.getClass().getMethod("health").invoke(indicator).toString();
  }

  /** Checks that nothing of a transaction is left on the calling thread. */
  static void assertNothingBound() {
    assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
    assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
    assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isFalse();
    assertThat(RetryScope.isOpen()).isFalse();
  }
}
