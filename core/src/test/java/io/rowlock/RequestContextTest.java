package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;

/**
 * Every request is sent in the span of its phase, though answers and timers run without one: the
 * spans of HBase's client become its children, and requests are counted by it.
 */
class RequestContextTest {

  private static final Set<String> PHASES =
      Set.of("read", "lock", "validate", "commit", "roll_forward");

  private final Watched watched = new Watched();
  private final Deque<PendingCall<?, ?>> underWay = new ArrayDeque<>();
  private final List<PendingCall<?, ?>> held = new ArrayList<>();
  private final List<String> sentIn = new ArrayList<>();
  private final SimulatedTransactions transactions =
      SimulatedTransactions.inStandingTime(
          new Interceptor() {
            private int writes;

            @Override
            public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
              writes++;
              note(call, writes == 2);
            }

            @Override
            public void onRead(PendingCall<RowRead, StoredRow> call) {
              note(call, false);
            }

            @Override
            public void onScan(PendingCall<RangeScan, ScanPage> call) {
              note(call, false);
            }
          },
          RowlockOptions.builder().openTelemetry(watched.openTelemetry).build());

  private void note(PendingCall<?, ?> call, boolean isHeld) {
    sentIn.add(Span.current().getSpanContext().getSpanId());
    (isHeld ? held : underWay).add(call);
  }

  @Test
  void requestsAreSentInTheSpansOfTheirPhases() {
    CompletableFuture<String> slow =
        transactions
            .anotherProcess()
            .loop()
            .callAsync(TransactionSettings.named("slow"), tx -> writeBoth(tx, "theirs"));
    passTime();
    assertThat(held).hasSize(1);
    CompletableFuture<String> waiting =
        transactions
            .loop()
            .callAsync(
                TransactionSettings.named("waiting"),
                tx ->
                    tx.asyncTable(TABLE)
                        .get(new Get(bytes("c")))
                        .thenCompose(nothing -> tx.asyncTable(TABLE).get(new Get(bytes("b"))))
                        .thenCompose(theirs -> writeBoth(tx, "ours")));
    int before = sentIn.size();
    passTime();
    assertThat(waiting).isNotDone();
    assertThat(sentIn.size() - before).as("looks at the lock").isGreaterThan(2);
    held.forEach(PendingCall::deliver);
    passTime();
    assertThat(slow).isCompletedWithValue("done");
    assertThat(waiting).isCompletedWithValue("done");

    Map<String, String> names =
        watched.spans().stream().collect(Collectors.toMap(SpanData::getSpanId, SpanData::getName));
    Map<String, Long> requests =
        sentIn.stream()
            .map(span -> names.getOrDefault(span, "none"))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(requests).containsOnlyKeys(PHASES);
  }

  private static CompletableFuture<String> writeBoth(Transaction tx, String value) {
    AsyncTable<?> table = tx.asyncTable(TABLE);
    return table
        .put(put("a", value))
        .thenCompose(first -> table.put(put("b", value)))
        .thenApply(second -> "done");
  }

  private static Put put(String row, String value) {
    return new Put(bytes(row)).addColumn(FAMILY, QUALIFIER, bytes(value));
  }

  /** Advances the time by a second, in which answers and timers run without a context. */
  private void passTime() {
    for (int i = 0; i < 100; i++) {
      while (!underWay.isEmpty()) {
        underWay.remove().deliver();
      }
      transactions.time.advance(Duration.ofMillis(10));
    }
  }
}
