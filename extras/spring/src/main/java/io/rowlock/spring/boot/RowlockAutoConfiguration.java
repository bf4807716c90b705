package io.rowlock.spring.boot;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.spring.CurrentTransaction;
import io.rowlock.spring.RowlockRetryConfiguration;
import io.rowlock.spring.RowlockTransactionManager;
import io.rowlock.spring.boot.ManagerCustomizer.Boot3Customizer;
import io.rowlock.spring.boot.ManagerCustomizer.Boot4Customizer;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.transaction.annotation.AbstractTransactionManagementConfiguration;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/**
 * Connects to HBase, and makes {@code @Transactional} methods transactions of Rowlock. An
 * application replaces each of the beans by one of its own.
 *
 * <p>Beside the transaction manager of another store, Rowlock's must be asked for by name:
 * {@code @Transactional("rowlockTransactionManager")}.
 */
@AutoConfiguration(
    beforeName = {RowlockAutoConfiguration.BOOT_3, RowlockAutoConfiguration.BOOT_4},
    afterName = {
      "org.springframework.boot.autoconfigure.transaction.jta.JtaAutoConfiguration",
      "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
      "org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration",
      "org.springframework.boot.autoconfigure.data.neo4j.Neo4jDataAutoConfiguration",
      "org.springframework.boot.autoconfigure.kafka.KafkaAutoConfiguration",
      "org.springframework.boot.autoconfigure.r2dbc.R2dbcTransactionManagerAutoConfiguration",
      // the same in Boot 4
      "org.springframework.boot.transaction.jta.autoconfigure.JtaAutoConfiguration",
      "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
      "org.springframework.boot.data.neo4j.autoconfigure.DataNeo4jAutoConfiguration",
      "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration",
      "org.springframework.boot.r2dbc.autoconfigure.R2dbcTransactionManagerAutoConfiguration"
    })
@ConditionalOnClass(Connection.class)
@Import({RowlockRetryConfiguration.class, Boot3Customizer.class, Boot4Customizer.class})
public class RowlockAutoConfiguration {

  /** Boot's own, which turns {@code @Transactional} on if there is a manager. */
  static final String BOOT_3 =
      "org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration";

  static final String BOOT_4 =
      "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration";

  private static final String NAME = "rowlockTransactionManager";

  /** An application of Boot 4 may lack the module that does this. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass({BOOT_3, BOOT_4})
  @ConditionalOnMissingBean(AbstractTransactionManagementConfiguration.class)
  @EnableTransactionManagement(proxyTargetClass = true)
  static class Management {}

  /** Returns HBase's configuration with the properties {@code hbase.*} and {@code rowlock.*}. */
  @Bean
  @ConditionalOnMissingBean
  org.apache.hadoop.conf.Configuration hbaseConfiguration(Environment environment) {
    return HBaseProperties.of(environment);
  }

  @Bean
  @ConditionalOnMissingBean
  Connection hbaseConnection(org.apache.hadoop.conf.Configuration configuration)
      throws IOException {
    return ConnectionFactory.createConnection(configuration);
  }

  /** Returns a manager whose traces and metrics go to the application's OpenTelemetry, if any. */
  @Bean
  @ConditionalOnMissingBean
  TransactionManager rowlockTransactions(
      Connection connection, ObjectProvider<OpenTelemetry> telemetry) throws IOException {
    RowlockOptions.Builder options = RowlockOptions.from(connection.getConfiguration()).toBuilder();
    telemetry.ifUnique(options::openTelemetry);
    return TransactionManager.create(connection, options.build());
  }

  @Bean
  @ConditionalOnMissingBean
  CurrentTransaction rowlockCurrentTransaction(TransactionManager transactions) {
    return new CurrentTransaction(transactions);
  }

  @Bean(NAME)
  @ConditionalOnMissingBean(org.springframework.transaction.TransactionManager.class)
  RowlockTransactionManager onlyTransactionManager(
      TransactionManager transactions, ObjectProvider<ManagerCustomizer> customizers) {
    RowlockTransactionManager manager = new RowlockTransactionManager(transactions);
    customizers.forEach(customizer -> customizer.customize(manager));
    return manager;
  }

  /** Returns a manager that leaves {@code @Transactional} without a name to the other one. */
  @Bean(name = NAME, defaultCandidate = false)
  @ConditionalOnMissingBean(RowlockTransactionManager.class)
  RowlockTransactionManager secondTransactionManager(
      TransactionManager transactions, ObjectProvider<ManagerCustomizer> customizers) {
    return onlyTransactionManager(transactions, customizers);
  }
}
