package io.rowlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.spring.sample.BankApplication;
import io.rowlock.spring.sample.BankApplication.Bank;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;

/** The sample application, and Boot's auto-configuration. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class BootIT {

  private static final TableName ACCOUNTS = TableName.valueOf("accounts");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] BALANCE = Bytes.toBytes("balance");

  private final Connection connection;

  BootIT(Connection connection) throws IOException {
    this.connection = connection;
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(ACCOUNTS)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
  }

  @BeforeEach
  void fill() throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(
          tx -> {
            tx.table(ACCOUNTS).put(balance("alice", 100));
            tx.table(ACCOUNTS).put(balance("bob", 0));
          });
    }
  }

  private static Put balance(String name, long amount) {
    return new Put(Bytes.toBytes(name)).addColumn(FAMILY, BALANCE, Bytes.toBytes(amount));
  }

  private long balance(String name) throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      byte[] row = Bytes.toBytes(name);
      return transactions.call(
          tx -> Bytes.toLong(tx.table(ACCOUNTS).get(new Get(row)).getValue(FAMILY, BALANCE)));
    }
  }

  private String[] arguments() {
    Configuration known = connection.getConfiguration();
    return new String[] {
      "--hbase.zookeeper.quorum=" + known.get(HConstants.ZOOKEEPER_QUORUM),
      "--hbase.zookeeper.property.clientPort=" + known.get(HConstants.ZOOKEEPER_CLIENT_PORT),
      "--rowlock.max.rows=50",
      "--spring.main.banner-mode=off"
    };
  }

  @Test
  void sampleTransfers() throws IOException {
    BankApplication.main(arguments());
    assertThat(balance("alice")).isEqualTo(70);
    assertThat(balance("bob")).isEqualTo(30);
  }

  @Test
  void sampleKeepsTheSumUnderContention() throws Exception {
    try (ConfigurableApplicationContext context = run(BankApplication.class)) {
      Bank bank = context.getBean(Bank.class);
      Crew.runAll(
          6,
          thread -> {
            for (int i = 0; i < 10; i++) {
              String from = thread % 2 == 0 ? "alice" : "bob";
              try {
                long unused = bank.transfer(from, thread % 2 == 0 ? "bob" : "alice", 7);
              } catch (IllegalArgumentException notEnough) {
                assertThat(notEnough).hasMessage("not enough money");
              }
            }
          });
    }
    assertThat(balance("alice") + balance("bob")).isEqualTo(100);
  }

  private ConfigurableApplicationContext run(Class<?>... application) {
    return new SpringApplicationBuilder(application).run(arguments());
  }

  @Test
  void propertiesReachHBaseAndRowlock() {
    try (ConfigurableApplicationContext context = run(BankApplication.class)) {
      Configuration configuration = context.getBean(Configuration.class);
      assertThat(configuration.get("rowlock.max.rows")).isEqualTo("50");
      assertThat(configuration.get(HConstants.ZOOKEEPER_CLIENT_PORT))
          .isEqualTo(connection.getConfiguration().get(HConstants.ZOOKEEPER_CLIENT_PORT));
      assertThat(context.getBean(PlatformTransactionManager.class))
          .isInstanceOf(RowlockTransactionManager.class);
    }
  }

  @Test
  void healthIsThatOfHBase() throws Exception {
    try (ConfigurableApplicationContext context = run(BankApplication.class)) {
      assertThat(SpringContext.health(context)).startsWith("UP");
    }
  }

  @Test
  void telemetryIsTheApplications() {
    try (ConfigurableApplicationContext context = run(BankApplication.class, Traced.class)) {
      assertThat(context.getBean(Traced.class).isAsked).isTrue();
    }
  }

  /** An application with an OpenTelemetry of its own, as Boot's starter makes one. */
  static class Traced {

    private final AtomicBoolean isAsked = new AtomicBoolean();

    @Bean
    OpenTelemetry openTelemetry() {
      return new OpenTelemetry() {
        @Override
        public TracerProvider getTracerProvider() {
          isAsked.set(true);
          return TracerProvider.noop();
        }

        @Override
        public ContextPropagators getPropagators() {
          return ContextPropagators.noop();
        }
      };
    }
  }

  @Test
  void badPropertyIsNamed() {
    String[] bad = {"--rowlock.lease=long", arguments()[0], arguments()[1]};
    assertThatThrownBy(() -> new SpringApplicationBuilder(BankApplication.class).run(bad))
        .hasStackTraceContaining("rowlock.lease")
        .rootCause()
        .hasMessageContaining("'long' is not a valid duration");
  }
}
