package io.rowlock.spring.boot;

import java.io.IOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Reports in Actuator whether HBase answers: the indicator {@code rowlock} reads one row of {@code
 * hbase:meta}, which each user may. {@code management.health.rowlock.enabled} turns it off.
 */
@AutoConfiguration(after = RowlockAutoConfiguration.class)
@ConditionalOnSingleCandidate(Connection.class)
@ConditionalOnExpression(
    "${management.health.rowlock.enabled:${management.health.defaults.enabled:true}}")
public class RowlockHealthAutoConfiguration {

  private static final String NAME = "rowlockHealthIndicator";
  private static final String FAILURE = "HBase does not answer";
  private static final int TIMEOUT_MILLIS = 5_000;

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(org.springframework.boot.actuate.health.HealthIndicator.class)
  static class OfBoot3 {

    @Bean
    @ConditionalOnMissingBean(name = NAME)
    org.springframework.boot.actuate.health.HealthIndicator rowlockHealthIndicator(
        Connection connection) {
      return new org.springframework.boot.actuate.health.AbstractHealthIndicator(FAILURE) {
        @Override
        protected void doHealthCheck(org.springframework.boot.actuate.health.Health.Builder health)
            throws IOException {
          readOneRow(connection);
          health.up();
        }
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(org.springframework.boot.health.contributor.HealthIndicator.class)
  static class OfBoot4 {

    @Bean
    @ConditionalOnMissingBean(name = NAME)
    org.springframework.boot.health.contributor.HealthIndicator rowlockHealthIndicator(
        Connection connection) {
      return new org.springframework.boot.health.contributor.AbstractHealthIndicator(FAILURE) {
        @Override
        protected void doHealthCheck(
            org.springframework.boot.health.contributor.Health.Builder health) throws IOException {
          readOneRow(connection);
          health.up();
        }
      };
    }
  }

  private static void readOneRow(Connection connection) throws IOException {
    try (Table meta =
        connection
            .getTableBuilder(TableName.META_TABLE_NAME, null)
            .setOperationTimeout(TIMEOUT_MILLIS)
            .build()) {
      boolean unused = meta.exists(new Get(HConstants.CATALOG_FAMILY));
    }
  }
}
