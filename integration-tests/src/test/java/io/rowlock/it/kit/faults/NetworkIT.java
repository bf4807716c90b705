package io.rowlock.it.kit.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.faults.WireCall.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each fault does what its documentation states, with plain HBase and without Rowlock. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class NetworkIT {

  private static final TableName TABLE = TableName.valueOf("network");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final byte[] ROW = Bytes.toBytes("row");

  private final Connection connection;
  private final Table raw;
  private Network network;
  private AsyncConnection client;
  private AsyncTable<?> table;

  NetworkIT(Connection connection) throws IOException {
    this.connection = connection;
    connection
        .getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(TABLE)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
    raw = connection.getTable(TABLE);
  }

  @BeforeEach
  void connect() throws Exception {
    raw.put(new Put(ROW).addColumn(FAMILY, QUALIFIER, Bytes.toBytes(0)));
    network = Network.create();
    client =
        ConnectionFactory.createAsyncConnection(network.applyTo(connection.getConfiguration()))
            .get();
    table = client.getTableBuilder(TABLE).setMaxAttempts(1).build();
  }

  @AfterEach
  void disconnect() throws IOException {
    network.close();
    client.close();
  }

  @AfterAll
  void close() throws IOException {
    raw.close();
  }

  @Test
  void requestsPassWithoutFault() throws Exception {
    assertThat(get(write(0, 1))).isTrue();
    assertThat(get(write(0, 2))).isFalse();
    assertThat(value(get(read()))).isEqualTo(1);
    assertThat(network.count(Kind.WRITE)).isEqualTo(2);
    assertThat(network.count(Kind.READ)).isEqualTo(1);
  }

  @Test
  void networkLosesRequest() throws Exception {
    network.at(Kind.WRITE, 2, Fault.LOSE_REQUEST);
    assertThat(get(write(0, 1))).isTrue();
    assertTimesOut(write(1, 2));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void networkLosesReply() throws Exception {
    network.at(Kind.WRITE, 1, Fault.LOSE_REPLY);
    assertTimesOut(write(0, 1));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void networkLosesRead() throws Exception {
    network.at(Kind.READ, 1, Fault.LOSE_REPLY);
    assertTimesOut(read());
    assertThat(value(get(read()))).isZero();
  }

  @Test
  void delayedRequestRunsBeforeNextAnswer() throws Exception {
    network.at(Kind.WRITE, 1, Fault.DELAY);
    assertTimesOut(write(0, 1));
    assertThat(stored()).isZero();
    assertThat(value(get(read()))).as("read before").isZero();
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void lateRequestWaitsForTest() throws Exception {
    network.at(Kind.WRITE, 1, Fault.DELIVER_LATE);
    assertTimesOut(write(0, 1));
    assertThat(value(get(read()))).isZero();
    assertThat(network.deliverLate()).isEqualTo(1);
    assertThat(stored()).isEqualTo(1);
    assertThat(network.deliverLate()).isZero();
  }

  @Test
  void secondOfTwoDeliveriesIsAnswered() throws Exception {
    network.at(Kind.WRITE, 1, Fault.DELIVER_TWICE);
    assertThat(get(write(0, 1))).isFalse();
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void networkRepeatsRequestLate() throws Exception {
    network.at(Kind.WRITE, 1, Fault.REPEAT_LATE);
    assertThat(get(write(0, 1))).isTrue();
    assertThat(get(write(1, 0))).isTrue();
    assertThat(network.deliverLate()).isEqualTo(1);
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void staleServerRefusesPut() throws Exception {
    network.at(Kind.WRITE, 1, Fault.REFUSE_AS_STALE);
    assertThat(get(write(0, 1))).isFalse();
    assertThat(stored()).isZero();
    assertThat(get(write(0, 1))).isTrue();
  }

  @Test
  void staleServerRepeatsAnswer() throws Exception {
    network.at(Kind.READ, 2, Fault.ANSWER_AS_STALE);
    assertThat(value(get(read()))).isZero();
    assertThat(get(write(0, 1))).isTrue();
    assertThat(value(get(read()))).isZero();
    assertThat(value(get(read()))).isEqualTo(1);
  }

  @Test
  void pausedClientNeitherSendsNorReceives() throws Exception {
    network.at(Kind.WRITE, 1, Fault.PAUSE);
    CompletableFuture<Boolean> paused = write(0, 1);
    assertThat(network.struckBy(Fault.PAUSE).get(10, TimeUnit.SECONDS)).isNotNull();
    CompletableFuture<Result> behind = read();
    assertThat(stored()).isZero();
    assertThat(paused).isNotDone();
    network.resume();
    assertThat(get(paused)).isTrue();
    assertThat(get(behind).isEmpty()).isFalse();
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void clientIsGoneBeforeItsRequest() throws Exception {
    network.at(Kind.WRITE, 1, Fault.STOP_BEFORE);
    assertGone(Fault.STOP_BEFORE, write(0, 1));
    assertThat(stored()).isZero();
  }

  @Test
  void clientIsGoneAfterItsRequest() throws Exception {
    network.at(Kind.WRITE, 1, Fault.STOP_AFTER);
    assertGone(Fault.STOP_AFTER, write(0, 1));
    Await.until("the request has arrived", Duration.ofSeconds(10), () -> stored() == 1);
  }

  private void assertGone(Fault fault, CompletableFuture<?> last) throws Exception {
    assertThat(network.struckBy(fault).get(10, TimeUnit.SECONDS)).isNotNull();
    CompletableFuture<Result> later = read();
    Await.until("nothing more is sent", Duration.ofSeconds(10), network::isStopped);
    assertThat(last).isNotDone();
    assertThat(later).isNotDone();
    assertThat(network.count(Kind.READ)).isZero();
  }

  @Test
  void observerSeesEveryStep() throws Exception {
    List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
    try (AsyncConnection other =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      network.watchedBy(
          () -> other.getTable(TABLE).get(new Get(ROW)).thenAccept(row -> seen.add(value(row))));
      assertThat(get(write(0, 1))).isTrue();
      assertThat(get(write(1, 2))).isTrue();
    }
    assertThat(seen).containsExactly(0, 1);
  }

  @Test
  void configurationContainsFaults() throws Exception {
    try (AsyncConnection other =
        ConnectionFactory.createAsyncConnection(
                Network.withFaults(
                    connection.getConfiguration(), "WRITE 2 LOSE_REPLY; READ 1 LOSE_REQUEST"))
            .get()) {
      table = other.getTableBuilder(TABLE).setMaxAttempts(1).build();
      assertTimesOut(read());
      assertThat(get(write(0, 1))).isTrue();
      assertTimesOut(write(1, 2));
      assertThat(stored()).isEqualTo(2);
    }
  }

  private CompletableFuture<Boolean> write(int expected, int value) {
    return table
        .checkAndMutate(
            CheckAndMutate.newBuilder(ROW)
                .ifEquals(FAMILY, QUALIFIER, Bytes.toBytes(expected))
                .build(new Put(ROW).addColumn(FAMILY, QUALIFIER, Bytes.toBytes(value))))
        .thenApply(CheckAndMutateResult::isSuccess);
  }

  private CompletableFuture<Result> read() {
    return table.get(new Get(ROW));
  }

  private int stored() throws IOException {
    return value(raw.get(new Get(ROW)));
  }

  private static int value(Result row) {
    return Bytes.toInt(row.getValue(FAMILY, QUALIFIER));
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  private static void assertTimesOut(CompletableFuture<?> future) {
    assertThatThrownBy(() -> get(future))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(CallTimeoutException.class);
  }
}
