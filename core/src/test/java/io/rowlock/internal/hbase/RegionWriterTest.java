package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcChannel;
import com.google.protobuf.RpcController;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Writes of several rows go only to servers that check their conditions. */
class RegionWriterTest {

  private static final TableName TABLE = TableName.valueOf("table");
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final RegionWrite WRITE =
      new RegionWrite(List.of(insert("a"), insert("b")), List.of());

  private final ScriptedConnection hbase = new ScriptedConnection();
  private final ScriptedConnection reading = new ScriptedConnection();
  private final Endpoint endpoint = new Endpoint();
  private final VirtualTime time = new VirtualTime();
  private final RegionWriter writer = writer();

  /** An endpoint whose conditions all hold; one from before HBASE-25703 does not check them. */
  private static final class Endpoint implements RpcChannel {

    private boolean isOld;
    private boolean turnsDown;
    private boolean losesQuestions;
    private int questions;
    private int writes;

    @Override
    public void callMethod(
        MethodDescriptor method,
        RpcController controller,
        Message request,
        Message prototype,
        RpcCallback<Message> done) {
      boolean isQuestion = RegionEndpointTest.parse(request).getMutationRequestCount() == 0;
      questions += isQuestion ? 1 : 0;
      writes += isQuestion ? 0 : 1;
      if (isQuestion && losesQuestions) {
        return;
      }
      done.run(
          isOld
              ? MutateRowsResponse.getDefaultInstance()
              : MutateRowsResponse.newBuilder().setProcessed(!isQuestion && !turnsDown).build());
    }
  }

  @Test
  void serverIsAskedOnce() {
    assertThat(write()).isEqualTo(WriteOutcome.APPLIED);
    assertThat(write()).isEqualTo(WriteOutcome.APPLIED);
    assertThat(hasRegions()).isTrue();

    assertThat(endpoint.writes).isEqualTo(2);
    assertThat(endpoint.questions).isEqualTo(1);
  }

  @Test
  void serverThatKnowsNoConditionsGetsNoWrite() {
    endpoint.isOld = true;

    assertThat(write()).isEqualTo(WriteOutcome.NOT_COLOCATED);
    assertThat(hasRegions()).isFalse();
    assertThat(endpoint.writes).isZero();
  }

  /** It has written, whatever the rows contained. */
  @Test
  void serverThatIgnoresConditionsAfterAllLeavesTheOutcomeOpen() {
    assertThat(write()).isEqualTo(WriteOutcome.APPLIED);
    endpoint.isOld = true;

    assertThat(write().kind()).isEqualTo(WriteOutcome.Kind.MAYBE_APPLIED);
  }

  @Test
  void serverThatWasStartedAnewIsAskedAgain() {
    assertThat(write()).isEqualTo(WriteOutcome.APPLIED);
    endpoint.isOld = true;
    hbase.restart();
    assertThat(write()).as("downgraded").isEqualTo(WriteOutcome.NOT_COLOCATED);

    endpoint.isOld = false;
    hbase.restart();
    assertThat(write()).as("upgraded").isEqualTo(WriteOutcome.APPLIED);
    assertThat(endpoint.writes).isEqualTo(2);
  }

  @Test
  void serverThatDoesNotAnswerIsAskedAgain() {
    ScriptedConnection silent = hbase.endpoint(null);
    silent.failure(new IOException("no answer"));
    assertThat(write()).isEqualTo(WriteOutcome.NOT_COLOCATED);

    silent.endpoint(endpoint);
    assertThat(write()).isEqualTo(WriteOutcome.APPLIED);
  }

  /** HBase loses an answer whose handling throws anything but an IOException. */
  @Test
  void serverWhoseAnswerIsLostDelaysAWriteForABoundedTime() {
    endpoint.losesQuestions = true;
    long begun = time.monotonicNanos();
    assertThat(hasRegions()).isFalse();
    assertThat(time.monotonicNanos() - begun).isEqualTo(TIMEOUT.toNanos());
    assertThat(write()).isEqualTo(WriteOutcome.NOT_COLOCATED);

    endpoint.losesQuestions = false;
    assertThat(write()).isEqualTo(WriteOutcome.APPLIED);
  }

  @Test
  void serverThatMayHaveLostTheRegionIsLookedUpAgain() {
    endpoint.turnsDown = true;
    assertThat(write()).isEqualTo(WriteOutcome.TURNED_DOWN);
    assertThat(hbase.reloads()).as("reads go there, too").isZero();

    reading.restart();
    assertThat(write()).isEqualTo(WriteOutcome.TURNED_DOWN);
    assertThat(hbase.reloads()).isEqualTo(WRITE.rows().size());
  }

  private boolean hasRegions() {
    return !time.await(writer.regions(WRITE.rows())).contains(Optional.empty());
  }

  private WriteOutcome write() {
    return time.await(writer.write(WRITE));
  }

  private RegionWriter writer() {
    HBaseStoreSettings settings = new HBaseStoreSettings(Duration.ofSeconds(2), TIMEOUT, 8, true);
    TableViews tables = new TableViews(hbase.endpoint(endpoint).connection(), settings);
    Endpoints endpoints = new Endpoints();
    endpoints.note(descriptor());
    RpcSender sender =
        new RpcSender(
            new RpcSender.Limiter(8, Duration.ofSeconds(70), time.environment(1)),
            new RpcCounter(),
            ContextPropagator.NONE);
    RegionServers servers = new RegionServers(hbase.connection(), time.environment(1), TIMEOUT);
    return new RegionWriter(
        tables,
        servers,
        new RegionServers(reading.connection(), time.environment(1), TIMEOUT),
        endpoints,
        new WriteDelivery(tables, servers, sender));
  }

  private static TableDescriptor descriptor() {
    try {
      return TableDescriptorBuilder.newBuilder(TABLE)
          .setCoprocessor(RegionEndpoint.CLASS_NAME)
          .build();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static ConditionalWrite insert(String row) {
    RowKey key = new RowKey(TABLE, Bytes.toBytes(row));
    StoredLock lock = new StoredLock(Bytes.toBytes("lock"), 11);
    return new ConditionalWrite(key, null, lock, List.of(), Durability.SYNC_WAL);
  }
}
