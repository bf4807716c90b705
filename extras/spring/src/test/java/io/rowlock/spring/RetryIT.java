package io.rowlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.context.Context;
import io.rowlock.ConflictException;
import io.rowlock.RetryPolicy;
import io.rowlock.RowlockOptions;
import io.rowlock.TransactionCounters;
import io.rowlock.TransactionEndedException;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.Advisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.InvalidIsolationLevelException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Methods and templates that run again after a conflict, which a rival causes. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class RetryIT {

  private static final int CALLS = 60;
  private static final List<Boolean> ADVISED = new CopyOnWriteArrayList<>();

  /** However slow the machine is, no contender gives up. */
  private static final RowlockOptions PATIENT =
      RowlockOptions.builder()
          .retryPolicy(RetryPolicy.builder().maxElapsed(Duration.ofMinutes(10)).build())
          .build();

  private final Connection connection;
  private final TableName table;
  private final AtomicInteger outerRuns = new AtomicInteger();
  private final AtomicInteger innerRuns = new AtomicInteger();
  private TransactionManager rival;
  private TransactionManager transactions;
  private AnnotationConfigApplicationContext context;
  private Propagations methods;
  private CurrentTransaction current;

  RetryIT(Connection connection) throws IOException {
    this.connection = connection;
    table = TestTables.create(connection);
  }

  @BeforeEach
  void start() throws IOException {
    rival = TransactionManager.create(connection);
    TestTables.clear(rival, table);
    startWith(RowlockOptions.ofDefaults());
  }

  private void startWith(RowlockOptions options, Class<?>... advice) throws IOException {
    transactions = TransactionManager.create(connection, options);
    context = SpringContext.start(transactions, Propagations.class, advice);
    methods = context.getBean(Propagations.class);
    current = context.getBean(CurrentTransaction.class);
    outerRuns.set(0);
    innerRuns.set(0);
  }

  @AfterEach
  void stop() {
    SpringContext.assertNothingBound();
    context.close();
    rival.close();
  }

  private long add(String row) throws IOException {
    Table rows = current.table(table);
    long value = Rows.number(rows, row) + 1;
    rows.put(Rows.put(row, value));
    return value;
  }

  private void rivalAdds(String row) throws IOException {
    rival.run(tx -> tx.table(table).put(Rows.put(row, Rows.number(tx.table(table), row) + 1)));
  }

  /** In the first run of the outer method the rival overwrites what the method has read. */
  private void rivalAddsOnce(String row) throws IOException {
    if (outerRuns.get() == 1) {
      rivalAdds(row);
    }
  }

  private long loseOnce() throws IOException {
    outerRuns.incrementAndGet();
    long value = add("a");
    rivalAddsOnce("a");
    return value;
  }

  private long value(String row) throws IOException {
    return rival.call(tx -> Rows.number(tx.table(table), row));
  }

  @Test
  void noConflictReachesTheCallerIfHalfOfTheAttemptsConflict() throws Exception {
    for (int i = 0; i < CALLS; i++) {
      outerRuns.set(0);
      methods.required(
          () -> {
            outerRuns.incrementAndGet();
            long value = add("a");
            rivalAddsOnce("a");
            return value;
          });
      assertThat(outerRuns).hasValue(2);
    }
    assertThat(value("a")).isEqualTo(2 * CALLS);
    TransactionCounters counters = transactions.counters();
    assertThat(counters.conflicts()).isEqualTo(CALLS);
    assertThat(counters.begun()).isEqualTo(2 * CALLS);
  }

  @Test
  void contendersLoseNoUpdate() throws Exception {
    context.close();
    startWith(PATIENT);
    try (AnnotationConfigApplicationContext second =
        SpringContext.start(TransactionManager.create(connection, PATIENT), Propagations.class)) {
      Propagations others = second.getBean(Propagations.class);
      CurrentTransaction othersTables = second.getBean(CurrentTransaction.class);
      Crew.runAll(
          8,
          thread -> {
            Table[] rows = new Table[1];
            Callable<Long> work =
                () -> {
                  rows[0] = (thread % 2 == 0 ? current : othersTables).table(table);
                  long value = Rows.number(rows[0], "a") + 1;
                  rows[0].put(Rows.put("a", value));
                  rows[0].put(Rows.put("b", Rows.number(rows[0], "b") + 1));
                  return value;
                };
            for (int i = 0; i < CALLS / 4; i++) {
              long unused = (thread % 2 == 0 ? methods : others).required(work);
            }
            SpringContext.assertNothingBound();
          });
      TransactionCounters mine = transactions.counters();
      System.out.printf(
          "RetryIT: %d attempts, %d conflicts of one of two clients%n",
          mine.begun(), mine.conflicts());
    }
    assertThat(value("a")).isEqualTo(value("b")).isEqualTo(8L * (CALLS / 4));
  }

  /** The inner method meets the conflict, when it reads a row again. */
  @Test
  void innerMethodDoesNotRunAgainAlone() throws Exception {
    methods.required(
        () -> {
          outerRuns.incrementAndGet();
          long before = add("a");
          long unused = Rows.number(current.table(table), "b");
          rivalAddsOnce("b");
          return methods.required(
              () -> {
                innerRuns.incrementAndGet();
                return before + add("b");
              });
        });
    assertThat(outerRuns).hasValue(2);
    assertThat(innerRuns).hasValue(2);
    assertThat(value("a")).isEqualTo(1);
    assertThat(value("b")).isEqualTo(2);
  }

  @Test
  void innerMethodWithItsOwnTransactionRunsAgainAlone() throws Exception {
    methods.required(
        () -> {
          outerRuns.incrementAndGet();
          long unused = add("a");
          return methods.requiresNew(
              () -> {
                long value = add("b");
                if (innerRuns.incrementAndGet() == 1) {
                  rivalAdds("b");
                }
                return value;
              });
        });
    assertThat(outerRuns).hasValue(1);
    assertThat(innerRuns).hasValue(2);
    assertThat(value("b")).isEqualTo(2);
  }

  @Test
  void swallowedConflictIsStillOne() throws Exception {
    methods.required(
        () -> {
          outerRuns.incrementAndGet();
          long value = add("a");
          long unused = Rows.number(current.table(table), "b");
          rivalAddsOnce("b");
          try {
            return value + Rows.number(current.table(table), "b");
          } catch (ConcurrencyFailureException swallowed) {
            return value;
          }
        });
    assertThat(outerRuns).hasValue(2);
    assertThat(value("a")).isEqualTo(1);
  }

  @Test
  void swallowedConflictOfAnInnerMethodIsStillOne() throws Exception {
    methods.required(
        () -> {
          outerRuns.incrementAndGet();
          long unused = Rows.number(current.table(table), "b");
          rivalAddsOnce("b");
          try {
            return methods.required(() -> add("b"));
          } catch (ConcurrencyFailureException swallowed) {
            return add("a");
          }
        });
    assertThat(outerRuns).hasValue(2);
    assertThat(value("a")).isZero();
    assertThat(value("b")).isEqualTo(2);
  }

  /** Both rows are always equal, except in what a stale read shows. */
  @Test
  void failureThatStaleReadsCausedIsAConflict() throws Exception {
    methods.required(
        () -> {
          outerRuns.incrementAndGet();
          long a = Rows.number(current.table(table), "a");
          if (outerRuns.get() == 1) {
            rival.run(
                tx -> {
                  tx.table(table).put(Rows.put("a", 1));
                  tx.table(table).put(Rows.put("b", 1));
                });
          }
          if (a != Rows.number(current.table(table), "b")) {
            throw new IllegalStateException("no serial order shows this");
          }
          return a;
        });
    assertThat(outerRuns).hasValue(2);
  }

  @Test
  void scannersReportConflicts() throws Exception {
    methods.required(
        () -> {
          outerRuns.incrementAndGet();
          long value = add("a");
          rivalAddsOnce("a");
          long rows = 0;
          try (ResultScanner scanner = current.table(table).getScanner(new Scan())) {
            for (var unused : scanner) {
              rows++;
            }
          }
          return value + rows;
        });
    assertThat(outerRuns).hasValue(2);
    assertThat(value("a")).isEqualTo(2);
  }

  @Test
  void synchronizationsSeeEachAttempt() throws Exception {
    List<String> events = new ArrayList<>();
    methods.required(
        () -> {
          outerRuns.incrementAndGet();
          long value = add("a");
          rivalAddsOnce("a");
          TransactionSynchronizationManager.registerSynchronization(listening(events));
          return value;
        });
    assertThat(events).containsExactly("completed 1", "committed 2", "completed 0");
  }

  private TransactionSynchronization listening(List<String> events) {
    return new TransactionSynchronization() {
      @Override
      public void afterCommit() {
        try {
          events.add("committed " + value("a"));
          assertThatThrownBy(() -> current.table(table))
              .isInstanceOf(IllegalTransactionStateException.class)
              .hasMessageContaining("REQUIRES_NEW");
          long unused = methods.requiresNew(() -> add("after"));
        } catch (Exception failure) {
          throw new IllegalStateException(failure);
        }
      }

      @Override
      public void afterCompletion(int status) {
        events.add("completed " + status);
      }
    };
  }

  @Test
  void policyThatGivesUpReportsTheConflict() throws Exception {
    context.close();
    startWith(
        RowlockOptions.builder().retryPolicy(RetryPolicy.builder().maxAttempts(2).build()).build());
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      long value = add("a");
                      rivalAdds("a");
                      return value;
                    }))
        .isInstanceOf(ConcurrencyFailureException.class)
        .hasCauseInstanceOf(ConflictException.class);
    SpringContext.assertNothingBound();
    assertThat(value("a")).isEqualTo(2);
    assertThat(methods.required(() -> add("a"))).isEqualTo(3);
  }

  @Test
  void templateOfRowlockRunsAgain() throws Exception {
    TransactionTemplate template =
        new RowlockTransactionTemplate(context.getBean(RowlockTransactionManager.class));
    template.executeWithoutResult(status -> addWithRival());
    assertThat(outerRuns).hasValue(2);
    assertThat(value("a")).isEqualTo(2);
  }

  @Test
  void templateOfSpringMakesOneAttempt() throws Exception {
    TransactionTemplate template =
        new TransactionTemplate(context.getBean(RowlockTransactionManager.class));
    assertThatThrownBy(() -> template.executeWithoutResult(status -> addWithRival()))
        .isInstanceOf(ConcurrencyFailureException.class)
        .hasCauseInstanceOf(ConflictException.class);
    assertThat(outerRuns).hasValue(1);
    assertThat(value("a")).isEqualTo(1);
  }

  /** A template within a method must not be taken for the transaction of the method. */
  @Test
  void templateWithinAMethodWithoutTransactionDoesNotRepeatTheMethod() {
    TransactionTemplate template =
        new TransactionTemplate(context.getBean(RowlockTransactionManager.class));
    assertThatThrownBy(
            () ->
                methods.supports(
                    () -> {
                      innerRuns.incrementAndGet();
                      template.executeWithoutResult(status -> addWithRival());
                      return 0;
                    }))
        .isInstanceOf(ConcurrencyFailureException.class);
    assertThat(innerRuns).hasValue(1);
  }

  private void addWithRival() {
    try {
      outerRuns.incrementAndGet();
      long unused = add("a");
      rivalAddsOnce("a");
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The work is committed, so that it must not run again. */
  @Test
  void failureAfterTheCommitReachesTheCaller() throws Exception {
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      outerRuns.incrementAndGet();
                      TransactionSynchronizationManager.registerSynchronization(
                          new TransactionSynchronization() {
                            @Override
                            public void afterCommit() {
                              throw new IllegalStateException("after the commit");
                            }
                          });
                      return add("a");
                    }))
        .hasMessage("after the commit");
    assertThat(outerRuns).hasValue(1);
    assertThat(value("a")).isEqualTo(1);
  }

  @Test
  void conflictBeforeTheCommitIsOne() throws Exception {
    methods.required(
        () -> {
          outerRuns.incrementAndGet();
          long value = add("a");
          rivalAddsOnce("a");
          TransactionSynchronizationManager.registerSynchronization(
              new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                  try {
                    long unused = add("a");
                  } catch (IOException failure) {
                    throw new IllegalStateException(failure);
                  }
                }
              });
          return value;
        });
    assertThat(outerRuns).hasValue(2);
    assertThat(value("a")).isEqualTo(3);
  }

  @Test
  void adviceWithinRunsInEachAttempt() throws Exception {
    context.close();
    startWith(RowlockOptions.ofDefaults(), InnerAdvice.class);
    methods.required(this::loseOnce);
    assertThat(outerRuns).hasValue(2);
    assertThat(ADVISED).containsExactly(true, true);
  }

  /** Advice within the transactions: it has the same order, and is registered later. */
  @Configuration(proxyBeanMethods = false)
  static class InnerAdvice {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor innerAdvice() {
      MethodInterceptor advice =
          invocation -> {
            ADVISED.add(TransactionSynchronizationManager.isActualTransactionActive());
            return invocation.proceed();
          };
      return new DefaultPointcutAdvisor(
          new AnnotationMatchingPointcut(null, Transactional.class), advice);
    }
  }

  /** A method that loses, and one whose own failure makes the advice run it a second time. */
  @Test
  void adviceThatRepeatsCommitsOnce() throws Exception {
    context.close();
    startWith(RowlockOptions.ofDefaults(), RepeatingAdvice.class);
    methods.required(
        () -> {
          outerRuns.incrementAndGet();
          long read = Rows.number(current.table(table), "a");
          rivalAddsOnce("a");
          Increment blind = new Increment(Rows.bytes("z")).addColumn(TestTables.F, Rows.V, 1);
          var unused = current.table(table).increment(blind.setReturnResults(false));
          return read;
        });
    assertThat(value("z")).isEqualTo(1);
    methods.required(
        () -> {
          long value = add("b") + add("c");
          if (innerRuns.incrementAndGet() == 1) {
            throw new TransientDataAccessResourceException("of another store");
          }
          return value;
        });
    assertThat(innerRuns).hasValue(2);
    assertThat(value("b")).isEqualTo(value("c")).isEqualTo(1);
  }

  /** Advice between the retries and the transactions, registered later than the former. */
  @Configuration(proxyBeanMethods = false)
  static class RepeatingAdvice {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor repeatingAdvice() {
      MethodInterceptor advice =
          invocation -> {
            try {
              return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
            } catch (TransactionException | DataAccessException failure) {
              return invocation.proceed();
            }
          };
      DefaultPointcutAdvisor advisor =
          new DefaultPointcutAdvisor(
              new AnnotationMatchingPointcut(null, Transactional.class), advice);
      advisor.setOrder(Ordered.LOWEST_PRECEDENCE - 1);
      return advisor;
    }
  }

  /** What it writes is what the method has read: a reason to run again if it counted as before. */
  @Test
  void workAfterARollbackDoesNotRunTheMethodAgain() throws Exception {
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      outerRuns.incrementAndGet();
                      long read = Rows.number(current.table(table), "a");
                      TransactionSynchronizationManager.registerSynchronization(
                          new TransactionSynchronization() {
                            @Override
                            public void afterCompletion(int status) {
                              addInItsOwnTransaction("b");
                            }
                          });
                      throw new IllegalStateException(
                          "own " + read + Rows.number(current.table(table), "b"));
                    }))
        .hasMessage("own 00");
    assertThat(outerRuns).hasValue(1);
    assertThat(value("b")).isEqualTo(1);
  }

  private void addInItsOwnTransaction(String row) {
    try {
      long unused = methods.requiresNew(() -> add(row));
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Test
  void codeRunsInTheTraceOfItsAttempt() throws Exception {
    Context outside = Context.current();
    Context inside = methods.required(Context::current);
    assertThat(inside).isNotEqualTo(outside);
    assertThat(Context.current()).isEqualTo(outside);
  }

  @Test
  void innerTransactionThatCannotBeginLeavesTheOuterOne() throws Exception {
    RowlockTransactionManager manager = context.getBean(RowlockTransactionManager.class);
    DefaultTransactionDefinition impossible =
        new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    impossible.setIsolationLevel(TransactionDefinition.ISOLATION_READ_UNCOMMITTED);
    methods.required(
        () -> {
          String id = current.id();
          assertThatThrownBy(() -> manager.getTransaction(impossible))
              .isInstanceOf(InvalidIsolationLevelException.class);
          assertThat(current.id()).isEqualTo(id);
          return add("a");
        });
    assertThat(value("a")).isEqualTo(1);
  }

  @Test
  void tableThatOutlivesItsMethodIsRefused() throws Exception {
    Table late =
        methods.required(
            () -> {
              long unused = add("a");
              return current.table(table);
            });
    assertThatThrownBy(() -> late.put(Rows.put("a", 9)))
        .isInstanceOf(TransactionEndedException.class);
    assertThat(value("a")).isEqualTo(1);
  }

  @Test
  void otherThreadsHaveNoTransaction() throws Exception {
    methods.required(
        () -> {
          try (Crew crew = new Crew()) {
            crew.start(
                1,
                thread ->
                    assertThatThrownBy(() -> current.table(table))
                        .isInstanceOf(IllegalTransactionStateException.class));
            crew.join();
          }
          return 0;
        });
  }
}
