package io.rowlock.spring;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.transaction.config.TransactionManagementConfigUtils;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;

/**
 * Lets {@code @Transactional} methods of a {@link RowlockTransactionManager} run again after a
 * conflict; methods of other managers stay as they are. To be imported beside
 * {@code @EnableTransactionManagement} in the mode {@code PROXY}.
 */
@Configuration(proxyBeanMethods = false)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
public class RowlockRetryConfiguration {

  /** Returns the advisor, which goes around Spring's own. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  Advisor rowlockRetryAdvisor(
      @Qualifier(TransactionManagementConfigUtils.TRANSACTION_ADVISOR_BEAN_NAME)
          BeanFactoryTransactionAttributeSourceAdvisor transactions) {
    DefaultPointcutAdvisor retries =
        new DefaultPointcutAdvisor(transactions.getPointcut(), new RetryInterceptor());
    retries.setOrder(Math.max(transactions.getOrder(), Ordered.HIGHEST_PRECEDENCE + 1) - 1);
    return retries;
  }
}
