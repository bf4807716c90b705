package io.rowlock.spring.boot;

import io.rowlock.TransactionManager;
import io.rowlock.spring.CurrentTransaction;
import io.rowlock.spring.RowlockRetryConfiguration;
import io.rowlock.spring.RowlockTransactionManager;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration;
import org.springframework.boot.autoconfigure.transaction.TransactionManagerCustomizers;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Connects to HBase, and makes {@code @Transactional} methods transactions of Rowlock. An
 * application replaces each of the beans by one of its own.
 *
 * <p>Beside the transaction manager of another store, Rowlock's must be asked for by name:
 * {@code @Transactional("rowlockTransactionManager")}.
 */
@AutoConfiguration(
    before = TransactionAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.autoconfigure.transaction.jta.JtaAutoConfiguration",
      "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
      "org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration",
      "org.springframework.boot.autoconfigure.data.neo4j.Neo4jDataAutoConfiguration",
      "org.springframework.boot.autoconfigure.kafka.KafkaAutoConfiguration",
      "org.springframework.boot.autoconfigure.r2dbc.R2dbcTransactionManagerAutoConfiguration"
    })
@ConditionalOnClass(Connection.class)
@Import(RowlockRetryConfiguration.class)
public class RowlockAutoConfiguration {

  private static final String NAME = "rowlockTransactionManager";

  /** Returns HBase's configuration with the properties {@code hbase.*} and {@code rowlock.*}. */
  @Bean
  @ConditionalOnMissingBean
  Configuration hbaseConfiguration(Environment environment) {
    return HBaseProperties.of(environment);
  }

  @Bean
  @ConditionalOnMissingBean
  Connection hbaseConnection(Configuration configuration) throws IOException {
    return ConnectionFactory.createConnection(configuration);
  }

  @Bean
  @ConditionalOnMissingBean
  TransactionManager rowlockTransactions(Connection connection) throws IOException {
    return TransactionManager.create(connection);
  }

  @Bean
  @ConditionalOnMissingBean
  CurrentTransaction rowlockCurrentTransaction(TransactionManager transactions) {
    return new CurrentTransaction(transactions);
  }

  @Bean(NAME)
  @ConditionalOnMissingBean(org.springframework.transaction.TransactionManager.class)
  RowlockTransactionManager onlyTransactionManager(
      TransactionManager transactions, ObjectProvider<TransactionManagerCustomizers> customizers) {
    RowlockTransactionManager manager = new RowlockTransactionManager(transactions);
    customizers.ifAvailable(all -> all.customize(manager));
    return manager;
  }

  /** Returns a manager that leaves {@code @Transactional} without a name to the other one. */
  @Bean(name = NAME, defaultCandidate = false)
  @ConditionalOnMissingBean(RowlockTransactionManager.class)
  RowlockTransactionManager secondTransactionManager(
      TransactionManager transactions, ObjectProvider<TransactionManagerCustomizers> customizers) {
    return onlyTransactionManager(transactions, customizers);
  }
}
