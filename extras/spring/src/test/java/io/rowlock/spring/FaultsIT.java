package io.rowlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RetryPolicy;
import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.Fault;
import io.rowlock.it.kit.faults.WireCall.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Lost replies, unknown outcomes, and interrupted threads. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class FaultsIT {

  private static final int CALLS = 60;
  private static final int MANY = 2_000;
  private static final long SEED = 20_261_125;
  private static final RowlockOptions IMPATIENT =
      RowlockOptions.builder()
          .lease(Duration.ofMillis(600))
          .rpcTimeout(Duration.ofSeconds(1))
          .operationTimeout(Duration.ofSeconds(3))
          .build();

  private final Connection connection;
  private final TableName table;
  private final AtomicInteger outerRuns = new AtomicInteger();
  private final AtomicInteger innerRuns = new AtomicInteger();
  private FaultyClient client;
  private TransactionManager healthy;
  private AnnotationConfigApplicationContext context;
  private Propagations methods;
  private CurrentTransaction current;

  FaultsIT(Connection connection) throws IOException {
    this.connection = connection;
    table = TestTables.create(connection, "m");
  }

  @BeforeEach
  void start() throws IOException {
    healthy = TransactionManager.create(connection, IMPATIENT);
    TestTables.clear(healthy, table);
    connect(IMPATIENT);
  }

  private void connect(RowlockOptions options) throws IOException {
    client = new FaultyClient(new Configuration(connection.getConfiguration()), options);
    context = SpringContext.start(client.transactions(), Propagations.class);
    methods = context.getBean(Propagations.class);
    current = context.getBean(CurrentTransaction.class);
    outerRuns.set(0);
    innerRuns.set(0);
  }

  @AfterEach
  void stop() throws IOException {
    SpringContext.assertNothingBound();
    client.close();
    context.close();
    healthy.close();
  }

  /** Adds one to two rows, in different regions. */
  private int addToBoth() throws IOException {
    int run = outerRuns.incrementAndGet();
    Table rows = current.table(table);
    rows.put(Rows.put("a", Rows.number(rows, "a") + 1));
    rows.put(Rows.put("z", Rows.number(rows, "z") + 1));
    return run;
  }

  private long value(String row) throws IOException {
    return healthy.call(tx -> Rows.number(tx.table(table), row));
  }

  @Test
  void lostRepliesAreNeverAppliedTwice() throws Exception {
    Random random = new Random(SEED);
    int unknown = 0;
    int lost = 0;
    for (int i = 0; i < CALLS; i++) {
      client.network().heal();
      client.network().at(Kind.WRITE, 1 + random.nextInt(3), Fault.LOSE_REPLY);
      try {
        int unused = methods.required(this::addToBoth);
      } catch (TransactionOutcomeUnknownException rare) {
        unknown++;
      }
      lost += client.network().struckBy(Fault.LOSE_REPLY).isDone() ? 1 : 0;
    }
    System.out.printf(
        "FaultsIT: %d calls, %d runs, %d lost replies, %d unknown, seed %d%n",
        CALLS, outerRuns.get(), lost, unknown, SEED);
    assertThat(lost).isGreaterThan(CALLS / 2);
    assertThat(value("a")).isEqualTo(value("z")).isBetween((long) CALLS - unknown, (long) CALLS);
    assertThat(unknown).isLessThan(CALLS / 4);
  }

  /** The reply of the first write is lost, and every request after it. */
  private void breakDuringCommit() {
    client.network().at(Kind.WRITE, 1, Fault.LOSE_REPLY);
    var broken = client.network().struckBy(Fault.LOSE_REPLY);
    for (int i = 0; i < MANY; i++) {
      client.network().when(call -> broken.isDone(), Fault.LOSE_REQUEST);
    }
  }

  @Test
  void unknownOutcomeIsNotRunAgain() throws IOException {
    List<Integer> completions = new ArrayList<>();
    breakDuringCommit();
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      TransactionSynchronizationManager.registerSynchronization(
                          new TransactionSynchronization() {
                            @Override
                            public void afterCompletion(int status) {
                              completions.add(status);
                            }
                          });
                      outerRuns.incrementAndGet();
                      current.table(table).put(Rows.put("a", 1));
                      return 0;
                    }))
        .isInstanceOf(TransactionOutcomeUnknownException.class)
        .hasCauseInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(outerRuns).hasValue(1);
    assertThat(completions).containsExactly(TransactionSynchronization.STATUS_UNKNOWN);
    client.network().heal();
    assertThat(value("a")).as("it was committed in fact").isEqualTo(1);
  }

  /** The outer method has read something stale, which alone would be a reason to run it again. */
  @Test
  void unknownOutcomeOfAnInnerTransactionEndsTheOuterOne() throws IOException {
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      outerRuns.incrementAndGet();
                      long unused = Rows.number(current.table(table), "z");
                      healthy.run(tx -> tx.table(table).put(Rows.put("z", 7)));
                      breakDuringCommit();
                      return methods.requiresNew(
                          () -> {
                            current.table(table).put(Rows.put("a", 1));
                            return innerRuns.incrementAndGet();
                          });
                    }))
        .isInstanceOf(TransactionOutcomeUnknownException.class);
    assertThat(outerRuns).hasValue(1);
    assertThat(innerRuns).hasValue(1);
    client.network().heal();
    assertThat(value("a")).isEqualTo(1);
  }

  /** Reads what another client then writes, which alone would be a reason to run again. */
  private void readStale() throws IOException {
    outerRuns.incrementAndGet();
    long unused = Rows.number(current.table(table), "z");
    healthy.run(tx -> tx.table(table).put(Rows.put("z", 7)));
    breakDuringCommit();
  }

  private int innerOfUnknownOutcome() throws Exception {
    try {
      return methods.requiresNew(
          () -> {
            current.table(table).put(Rows.put("a", 1));
            return innerRuns.incrementAndGet();
          });
    } finally {
      client.network().heal();
    }
  }

  @Test
  void unknownOutcomeThatIsAnsweredByRollbackEndsTheOuterTransaction() throws Exception {
    int answer =
        methods.required(
            () -> {
              readStale();
              try {
                return innerOfUnknownOutcome();
              } catch (TransactionOutcomeUnknownException unknown) {
                TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
                return -1;
              }
            });
    assertThat(answer).isEqualTo(-1);
    assertThat(outerRuns).hasValue(1);
    assertThat(innerRuns).hasValue(1);
  }

  @Test
  void unknownOutcomeThatIsSwallowedIsReportedIfTheOuterTransactionConflicts() {
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      readStale();
                      try {
                        return innerOfUnknownOutcome();
                      } catch (TransactionOutcomeUnknownException swallowed) {
                        current.table(table).put(Rows.put("q", 1));
                        return -1;
                      }
                    }))
        .isInstanceOf(TransactionOutcomeUnknownException.class);
    assertThat(outerRuns).hasValue(1);
    assertThat(innerRuns).hasValue(1);
  }

  @Test
  void unknownOutcomeThatIsSwallowedIsReportedIfTheOuterTransactionFails() {
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      readStale();
                      try {
                        return innerOfUnknownOutcome();
                      } catch (TransactionOutcomeUnknownException swallowed) {
                        return (int) Rows.number(current.table(table), "z");
                      }
                    }))
        .isInstanceOf(TransactionOutcomeUnknownException.class);
    assertThat(outerRuns).hasValue(1);
    assertThat(innerRuns).hasValue(1);
  }

  @Test
  void unknownOutcomeOfTheOuterTransactionCountsMoreThanThatOfAnInnerOne() {
    String[] outer = new String[1];
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      outer[0] = current.id();
                      current.table(table).put(Rows.put("q", 1));
                      breakDuringCommit();
                      assertThatThrownBy(this::innerOfUnknownOutcome)
                          .isInstanceOf(TransactionOutcomeUnknownException.class);
                      breakDuringCommit();
                      return 0;
                    }))
        .isInstanceOf(TransactionOutcomeUnknownException.class)
        .satisfies(
            thrown -> {
              assertThat(thrown).hasMessageContaining(outer[0]);
              assertThat(thrown.getSuppressed()).hasSize(1);
            });
    client.network().heal();
  }

  /** Spring commits after a checked exception, the commit conflicts, and that was the last try. */
  @Test
  void checkedUnknownOutcomeIsReportedIfThePolicyGivesUp() throws IOException {
    client.close();
    context.close();
    connect(IMPATIENT.toBuilder().retryPolicy(RetryPolicy.none()).build());
    assertThatThrownBy(() -> methods.required(this::staleWithCheckedUnknownOutcome))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(outerRuns).hasValue(1);
  }

  private int staleWithCheckedUnknownOutcome() throws IOException {
    readStale();
    current.table(table).put(Rows.put("q", 1));
    try {
      client.transactions().run(tx -> tx.table(table).put(Rows.put("a", 1)));
    } finally {
      client.network().heal();
    }
    return 0;
  }

  /** Spring commits after a checked exception, and the commit conflicts. */
  @Test
  void checkedUnknownOutcomeEndsTheOuterTransaction() {
    assertThatThrownBy(() -> methods.required(this::staleWithCheckedUnknownOutcome))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(outerRuns).hasValue(1);
  }

  @Test
  void failuresOfIterationsAreTranslated() {
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      for (int i = 0; i < MANY; i++) {
                        client.network().when(call -> true, Fault.LOSE_REQUEST);
                      }
                      try (ResultScanner rows = current.table(table).getScanner(new Scan())) {
                        rows.forEach(row -> outerRuns.incrementAndGet());
                      }
                      return 0;
                    }))
        .isInstanceOf(TransientDataAccessException.class);
  }

  @Test
  void interruptedThreadDoesNotCommit() throws IOException {
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      int run = addToBoth();
                      Thread.currentThread().interrupt();
                      return run;
                    }))
        .isInstanceOf(TransientDataAccessException.class);
    assertThat(Thread.interrupted()).as("stays interrupted").isTrue();
    assertThat(outerRuns).hasValue(1);
    assertThat(value("a")).isZero();
  }

  /** The thread cannot wait for the library's opinion about the exception. */
  @Test
  void interruptedThreadKeepsTheExceptionOfItsCode() throws IOException {
    assertThatThrownBy(
            () ->
                methods.required(
                    () -> {
                      int run = addToBoth();
                      Thread.currentThread().interrupt();
                      throw new IllegalStateException("own " + run);
                    }))
        .hasMessage("own 1");
    assertThat(Thread.interrupted()).as("stays interrupted").isTrue();
    assertThat(value("a")).isZero();
  }

  @Test
  void closedManagerBeginsNothing() {
    client.transactions().close();
    assertThatThrownBy(() -> methods.required(this::addToBoth))
        .hasMessageContaining("No transaction begins")
        .hasRootCauseMessage("The transaction manager is closed");
    assertThat(outerRuns).hasValue(0);
  }
}
