package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The outcome of a conditional write, and how often it is sent. */
class RowWriterTest {

  private static final RowKey KEY = new RowKey(TableName.valueOf("table"), Bytes.toBytes("row"));
  private static final StoredLock LOCK = new StoredLock(Bytes.toBytes("lock"), 11);
  private static final ConditionalWrite WRITE =
      new ConditionalWrite(KEY, null, LOCK, List.of(), Durability.SYNC_WAL);

  private final ScriptedConnection hbase = new ScriptedConnection();
  private final VirtualTime time = new VirtualTime();
  private final RpcCounter counter = new RpcCounter();

  @Test
  void reportsWhatTheServerAnswers() {
    hbase.writeAnswer(true).writeAnswer(false);
    RowStore store = store(1);

    assertThat(time.await(store.write(WRITE))).isEqualTo(WriteOutcome.APPLIED);
    assertThat(time.await(store.write(WRITE))).isEqualTo(WriteOutcome.TURNED_DOWN);
  }

  @Test
  void repeatsWhatWasSurelyNotApplied() {
    hbase.failure(moved()).failure(moved()).writeAnswer(true);

    assertThat(write()).isEqualTo(WriteOutcome.APPLIED);
    assertThat(counter.sum()).isEqualTo(3);
    assertThat(elapsed()).isBetween(Duration.ofMillis(15), Duration.ofMillis(30));
  }

  /** Another coprocessor may have thrown it after the write was applied. */
  @Test
  void notEqualAfterARefusalByTheRegionProvesNothing() {
    hbase.failure(new RegionTooBusyException("full")).writeAnswer(false);

    assertThat(write()).isEqualTo(WriteOutcome.NOT_EQUAL);
  }

  @Test
  void givesUpWhenTheTimeIsUp() {
    for (int i = 0; i < 100; i++) {
      hbase.failure(moved());
    }

    WriteOutcome outcome = write();

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(outcome.cause()).isInstanceOf(NotServingRegionException.class);
    assertThat(elapsed()).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void doubtEndsTheAttempts() {
    hbase.failure(moved()).failure(new CallTimeoutException("lost")).writeAnswer(true);

    WriteOutcome outcome = write();

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.MAYBE_APPLIED);
    assertThat(outcome.cause()).isInstanceOf(CallTimeoutException.class);
    assertThat(hbase.answersLeft()).isEqualTo(1);
  }

  @Test
  void uselessAttemptIsNotRepeated() {
    hbase.failure(new NoSuchColumnFamilyException("f")).writeAnswer(true);

    WriteOutcome outcome = write();

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(outcome.isUnapplied()).isFalse();
    assertThat(counter.sum()).isEqualTo(1);
  }

  /** A line of a multi response names a class that clients do not have. */
  @Test
  void spaceQuotaIsTheAnswerOfAServer() {
    String unknown = "org.apache.hadoop.hbase.quotas.SpaceLimitingException";
    hbase.failure(new IOException(new ClassNotFoundException(unknown)));

    WriteOutcome outcome = write();

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(outcome.isUnapplied()).isFalse();
    assertThat(outcome.isBarred()).isTrue();
  }

  @Test
  void waitsAsLongAsAQuotaDemands() {
    hbase
        .failure(
            new RpcThrottlingException(
                RpcThrottlingException.Type.NumRequestsExceeded, 2000, "- wait 2sec"))
        .writeAnswer(true);

    assertThat(write().isApplied()).isTrue();
    assertThat(elapsed()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
  }

  @Test
  void searchForTheRegionIsRepeated() {
    hbase.locateFailure(new IOException("meta is moving")).writeAnswer(true);

    assertThat(write().isApplied()).isTrue();
    assertThat(counter.sum()).isEqualTo(1);
  }

  @Test
  void unknownTableIsRejectedAtOnce() {
    hbase.locateFailure(new TableNotFoundException(KEY.table()));

    WriteOutcome outcome = write();

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(outcome.isUnapplied()).isTrue();
    assertThat(elapsed()).isZero();
  }

  /** A server that has answered once may have applied it, whatever its answer. */
  @Test
  void tableThatIsUnknownOnlyAtTheSecondAttemptProvesNothing() {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    hbase.answer(answer);
    CompletableFuture<WriteOutcome> write = store(1).write(WRITE);
    hbase.locateFailure(new TableNotFoundException(KEY.table()));
    answer.completeExceptionally(moved());
    WriteOutcome outcome = time.await(write);

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(outcome.isUnapplied()).isFalse();
  }

  @Test
  void waitingTooLongForTheServerIsSurelyNotApplied() {
    CompletableFuture<Object> stuck = new CompletableFuture<>();
    hbase.answer(stuck).writeAnswer(true);
    RowStore store = store(1);
    CompletableFuture<WriteOutcome> first = store.write(WRITE);
    CompletableFuture<WriteOutcome> queued = store.write(WRITE);

    time.advance(Duration.ofSeconds(11));
    stuck.completeExceptionally(new CallTimeoutException("lost"));

    assertThat(first.join().kind()).isEqualTo(WriteOutcome.Kind.MAYBE_APPLIED);
    assertThat(queued.join().kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(queued.join().isUnapplied()).isTrue();
    assertThat(hbase.answersLeft()).isEqualTo(1);
  }

  @Test
  void neverFailsExceptionally() {
    hbase.thrown(new IllegalArgumentException("KeyValue size too large"));
    assertThat(write().kind()).isEqualTo(WriteOutcome.Kind.REJECTED);

    hbase.thrown(new IllegalStateException("of nobody"));
    assertThat(write().kind()).isEqualTo(WriteOutcome.Kind.MAYBE_APPLIED);

    Increment increment = new Increment(KEY.row()).addColumn(KEY.row(), KEY.row(), 1);
    ConditionalWrite malformed =
        new ConditionalWrite(KEY, null, LOCK, List.of(increment), Durability.SYNC_WAL);
    assertThat(store(1).write(malformed).join().kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
  }

  @Test
  void errorBeforeAnythingIsSentIsSurelyNotApplied() {
    hbase.locateFailure(new StackOverflowError("searching"));
    assertThat(write().kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    RpcCounter broken =
        new RpcCounter(
            number -> {
              throw new StackOverflowError("counting");
            });
    assertThat(time.await(store(1, broken).write(WRITE)).kind())
        .isEqualTo(WriteOutcome.Kind.REJECTED);
  }

  @Test
  void errorWhileItIsSentLeavesItOpen() {
    hbase.thrown(new StackOverflowError("sending"));
    RowStore store = store(1);

    assertThat(time.await(store.write(WRITE)).kind()).isEqualTo(WriteOutcome.Kind.MAYBE_APPLIED);
    hbase.writeAnswer(true);
    assertThat(time.await(store.write(WRITE))).isEqualTo(WriteOutcome.APPLIED);
  }

  private static Throwable moved() {
    return new RetriesExhaustedException("once", new NotServingRegionException("moved"));
  }

  private WriteOutcome write() {
    return time.await(store(8).write(WRITE));
  }

  private Duration elapsed() {
    return Duration.ofNanos(time.monotonicNanos());
  }

  private RowStore store(int maxInFlight) {
    return store(maxInFlight, counter);
  }

  private RowStore store(int maxInFlight, RpcCounter counter) {
    HBaseStoreSettings settings =
        new HBaseStoreSettings(Duration.ofSeconds(2), Duration.ofSeconds(10), maxInFlight, true);
    return new HBaseStores(
            hbase.connection(), "tester", hbase.connection(), settings, time.environment(1))
        .counting(counter);
  }
}
