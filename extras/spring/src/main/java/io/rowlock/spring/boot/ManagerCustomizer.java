package io.rowlock.spring.boot;

import io.rowlock.spring.RowlockTransactionManager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Applies Boot's {@code TransactionManagerCustomizers}, a class that Boot 4 has moved to a module.
 */
interface ManagerCustomizer {

  void customize(RowlockTransactionManager manager);

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      org.springframework.boot.autoconfigure.transaction.TransactionManagerCustomizers.class)
  class Boot3Customizer {

    @Bean
    ManagerCustomizer rowlockManagerCustomizer(
        ObjectProvider<
                org.springframework.boot.autoconfigure.transaction.TransactionManagerCustomizers>
            all) {
      return manager -> all.ifAvailable(customizers -> customizers.customize(manager));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizers.class)
  class Boot4Customizer {

    @Bean
    ManagerCustomizer rowlockManagerCustomizer(
        ObjectProvider<
                org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizers>
            all) {
      return manager -> all.ifAvailable(customizers -> customizers.customize(manager));
    }
  }
}
