package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What the attempts at a write prove together, when Rowlock's own code fails between them. */
class WriteDeliveryTest {

  private static final RowKey KEY = new RowKey(TableName.valueOf("table"), Bytes.toBytes("row"));
  private static final ServerName SERVER = ServerName.valueOf("server", 1, 1);

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final VirtualTime time = new VirtualTime();
  private final Queue<Supplier<CompletableFuture<Optional<ServerName>>>> searches =
      new ArrayDeque<>();
  private final Queue<CompletableFuture<WriteOutcome>> answers = new ArrayDeque<>();

  /** The region may have applied the first one: a coprocessor of others can throw it afterwards. */
  @Test
  void answerAfterABrokenSecondAttemptProvesNothing() {
    refusedAndThen(new IllegalStateException("broken"));
    searches.add(WriteDeliveryTest::found);
    answers.add(CompletableFuture.completedFuture(WriteOutcome.NOT_EQUAL));

    assertThat(deliver()).isEqualTo(WriteOutcome.NOT_EQUAL);
  }

  @Test
  void errorInTheSecondAttemptDoesNotProveThatTheFirstWasNotApplied() {
    refusedAndThen(new OutOfMemoryError("simulated"));

    WriteOutcome outcome = deliver();

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(outcome.isUnapplied()).isFalse();
  }

  private void refusedAndThen(Throwable broken) {
    searches.add(WriteDeliveryTest::found);
    answers.add(CompletableFuture.failedFuture(new RegionTooBusyException("full")));
    searches.add(() -> WriteDeliveryTest.<RuntimeException>fail(broken));
  }

  private static CompletableFuture<Optional<ServerName>> found() {
    return CompletableFuture.completedFuture(Optional.of(SERVER));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> CompletableFuture<Optional<ServerName>> fail(
      Throwable failure) throws E {
    throw (E) failure;
  }

  private WriteOutcome deliver() {
    WriteDelivery delivery =
        new WriteDelivery(
            new TableViews(
                new ScriptedConnection().connection(),
                new HBaseStoreSettings(Duration.ofSeconds(2), LIMIT, 8, true)),
            new RegionServers(new ScriptedConnection().connection(), time.environment(1), LIMIT),
            new RpcSender(
                new RpcSender.Limiter(8, Duration.ofSeconds(70), time.environment(1)),
                new RpcCounter(),
                ContextPropagator.NONE));
    return time.await(
        delivery.deliver(
            new WriteDelivery.Request(KEY, limit -> searches.remove().get(), answers::remove)));
  }
}
