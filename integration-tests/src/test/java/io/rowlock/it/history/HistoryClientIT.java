package io.rowlock.it.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.history.Anomaly;
import io.rowlock.history.History;
import io.rowlock.history.HistoryChecker;
import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.mutation.PatchedClasses;
import io.rowlock.mutation.ReadMutant;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** The workload of histories on a healthy HBase: no anomaly, and one for each manipulation. */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class HistoryClientIT {

  private final Connection connection;
  private ShortHistory good;

  HistoryClientIT(Connection connection) {
    this.connection = connection;
  }

  @BeforeAll
  void make() throws Exception {
    good = ShortHistory.make(connection, "history-");
  }

  @Test
  void noAnomaly() throws Exception {
    List<HistoryTransaction> transactions = good.history().transactions();
    assertThat(transactions.stream().filter(t -> t.outcome() == Outcome.OK))
        .hasSizeGreaterThan(600);
    assertThat(transactions).anyMatch(t -> t.outcome() == Outcome.FAIL);
    assertThat(good.raw().count()).isGreaterThan(1000);
    assertThat(good.raw().neverCommitted(good.orders())).isEmpty();
    assertThat(HistoryChecker.check(good.history())).isEmpty();
    Locks.assertAllSettled(connection, good.tables().toArray(TableName[]::new));
  }

  @Test
  void checkerNoticesLostAcknowledgedWrite() {
    assertThat(anomalies(inTheLongestOrder(order -> order.subList(0, order.size() - 1))))
        .containsAnyOf(Anomaly.Kind.TORN, Anomaly.Kind.LOST_WRITE);
  }

  @Test
  void checkerNoticesUncommittedRawRead() {
    Map<String, List<Long>> orders = new HashMap<>();
    good.orders().forEach((key, all) -> orders.put(key, all.subList(all.size() / 2, all.size())));
    assertThat(good.raw().neverCommitted(orders)).isNotEmpty();
  }

  @Test
  void checkerNoticesReversedOrder() {
    assertThat(anomalies(inTheLongestOrder(Lists::reverse))).isNotEmpty();
  }

  @Test
  void checkerNoticesCommittedFailedTransaction() {
    List<HistoryTransaction> transactions =
        good.history().transactions().stream()
            .map(t -> t.process() == ShortHistory.READER ? t : failed(t))
            .toList();
    assertThat(anomalies(transactions, good.orders())).contains(Anomaly.Kind.G1A_ABORTED_READ);
  }

  private static HistoryTransaction failed(HistoryTransaction t) {
    return new HistoryTransaction(
        t.name(), t.process(), t.beginNanos(), t.endNanos(), Outcome.FAIL, t.steps());
  }

  /** Covers the whole path from the library to the verdict. */
  @Test
  void checkerNoticesLibraryWithoutValidation() throws Exception {
    ClassLoader mistaken =
        PatchedClasses.of(
            ReadMutant.COMPARE_NO_ROWS.changes(),
            name -> name.startsWith(EmbeddedHBase.class.getPackageName()));
    Method make =
        mistaken
            .loadClass(HistoryClientIT.class.getName())
            .getDeclaredMethod("anomaliesOfFreshHistory", Connection.class, String.class);
    make.setAccessible(true);
    List<?> anomalies = (List<?>) make.invoke(null, connection, "mistaken-history-");
    assertThat(anomalies).isNotEmpty();
    System.out.printf(
        "A library that does not validate its reads: %d anomalies, %s%n",
        anomalies.size(), anomalies.get(0));
  }

  /** Called in the classes of the changed library. */
  static List<String> anomaliesOfFreshHistory(Connection connection, String tablePrefix)
      throws Exception {
    return HistoryChecker.check(ShortHistory.make(connection, tablePrefix).history()).stream()
        .map(Anomaly::toString)
        .toList();
  }

  private Map<String, List<Long>> inTheLongestOrder(UnaryOperator<List<Long>> tampering) {
    Map<String, List<Long>> orders = new HashMap<>(good.orders());
    String longest =
        orders.keySet().stream()
            .max((a, b) -> Integer.compare(orders.get(a).size(), orders.get(b).size()))
            .orElseThrow();
    orders.put(longest, tampering.apply(orders.get(longest)));
    return orders;
  }

  private List<Anomaly.Kind> anomalies(Map<String, List<Long>> orders) {
    return anomalies(good.history().transactions(), orders);
  }

  private static List<Anomaly.Kind> anomalies(
      List<HistoryTransaction> transactions, Map<String, List<Long>> orders) {
    return HistoryChecker.check(new History(transactions, orders)).stream()
        .map(Anomaly::kind)
        .toList();
  }
}
