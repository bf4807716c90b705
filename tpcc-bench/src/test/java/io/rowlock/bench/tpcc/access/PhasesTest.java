package io.rowlock.bench.tpcc.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.internal.protocol.lock.TransactionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PhasesTest {
  private static final long MILLI = 1_000_000;

  private final OperationTimes times = new OperationTimes();

  @Test
  void phasesAddUpToTheLatency() throws IOException {
    Population population = new Population(Origin.of(new Scale(1, 200, 30), 3, 1_700_000_000_000L));
    MemoryClient client = new MemoryClient(population, Layout.NORMALIZED);
    List<Double> shares = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      long elapsed = times.time("any", () -> elapsed(() -> client.run(PhasesTest::read)));
      OperationTimes.Spent spent = times.take().get("any");
      assertThat(spent.nanos().keySet())
          .containsExactly(Phase.CLIENT, Phase.POINT_READ, Phase.RANGE_READ);
      shares.add((double) elapsed / spent.totalNanos());
    }
    // The median, as other work on the machine may come between the two clocks.
    Collections.sort(shares);
    assertThat(shares.get(50)).isBetween(0.98, 1.0);
  }

  @Test
  void transactionsOfATypeAreSummedUp() throws IOException {
    for (int i = 0; i < 10; i++) {
      var unused = times.time("any", () -> PhaseClock.enter(Phase.WRITE));
    }
    OperationTimes.Spent spent = times.take().get("any");
    assertThat(spent.count()).isEqualTo(10);
    assertThat(spent.micros().get(Phase.WRITE).getTotalCount()).isEqualTo(10);
    assertThat(spent.totalNanos())
        .isEqualTo(spent.nanos().get(Phase.CLIENT) + spent.nanos().get(Phase.WRITE));
  }

  private static long elapsed(OperationTimes.Timed<?> transaction) throws IOException {
    long start = System.nanoTime();
    var unused = transaction.run();
    return System.nanoTime() - start;
  }

  private static Object read(Access access) throws IOException {
    Reads point = access.reads();
    point.get(Keys.district(1, 1));
    point.run();
    Reads range = access.reads();
    range.get(Keys.district(1, 1));
    range.ask(new Query.InRange(KeyRange.of(Relation.DISTRICT, 1), List.of(), 0, List.of(), false));
    range.run();
    return new Object();
  }

  @Test
  void whatFailsHasNoLatency() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                times.time(
                    "any",
                    () -> {
                      throw new IOException("wanted");
                    }));
    assertThat(times.take()).isEmpty();
    assertThat(PhaseClock.current()).isNull();
  }

  @Test
  void whatWasTakenIsNotTakenAgain() throws IOException {
    var unused = times.time("any", () -> 1);
    assertThat(times.take()).containsOnlyKeys("any");
    assertThat(times.take()).isEmpty();
  }

  @Test
  void commitIsSplitByItsRequests() {
    assertThat(
            committed(
                watch -> {
                  watch.sent(RpcKind.PREWRITE, 3);
                  watch.sent(RpcKind.PREWRITE, 4);
                  watch.answered(RpcKind.PREWRITE, 8);
                  watch.answered(RpcKind.PREWRITE, 15);
                  watch.sent(RpcKind.COMMIT, 30);
                  watch.answered(RpcKind.COMMIT, 35);
                  watch.sent(RpcKind.ROLL_FORWARD, 36);
                }))
        .isEqualTo(
            Map.of(
                Phase.LOCK_READ, 3L,
                Phase.PREWRITE, 12L,
                Phase.VALIDATE, 15L,
                Phase.COMMIT, 5L,
                Phase.CLIENT, 65L));
  }

  @Test
  void commitAtOnceHasNothingToValidateAfterwards() {
    assertThat(
            committed(
                watch -> {
                  watch.sent(RpcKind.REGION_COMMIT, 10);
                  watch.answered(RpcKind.REGION_COMMIT, 90);
                }))
        .isEqualTo(Map.of(Phase.LOCK_READ, 10L, Phase.COMMIT, 80L, Phase.CLIENT, 10L));
  }

  @Test
  void commitWithoutWritesValidates() {
    assertThat(committed(watch -> {})).isEqualTo(Map.of(Phase.VALIDATE, 100L));
  }

  @Test
  void afterItsLastWriteALostAttemptWaits() {
    assertThat(
            split(
                watch -> {
                  watch.sent(RpcKind.PREWRITE, 0);
                  watch.answered(RpcKind.PREWRITE, 20);
                },
                CommitWatch::chargeLost))
        .isEqualTo(Map.of(Phase.PREWRITE, 20L, Phase.BACKOFF, 80L));
  }

  @Test
  void watchIsFoundByItsTransactionUntilItIsClosed() {
    var id = TransactionId.fresh(new SplittableRandom(1)::nextLong);
    try (CommitWatch watch = CommitWatch.open(id.toString())) {
      assertThat(CommitWatch.of(id)).isSameAs(watch);
    }
    assertThat(CommitWatch.of(id)).isNull();
    assertThat(CommitWatch.of(null)).isNull();
  }

  private interface Requests {
    void on(WatchInMillis watch);
  }

  private interface Charge {
    void to(CommitWatch watch, PhaseClock clock, long now);
  }

  private record WatchInMillis(CommitWatch watch, long start) {
    void sent(RpcKind kind, long millis) {
      watch.sent(kind, start + millis * MILLI);
    }

    void answered(RpcKind kind, long millis) {
      watch.answered(kind, start + millis * MILLI);
    }
  }

  private static Map<Phase, Long> committed(Requests requests) {
    return split(requests, CommitWatch::chargeCommitted);
  }

  /**
   * Returns milliseconds of a commit that begins in an hour and takes a hundred milliseconds. The
   * time that the test itself takes is over by then, so the clock charges none of it.
   */
  private static Map<Phase, Long> split(Requests requests, Charge charge) {
    PhaseClock clock = PhaseClock.start();
    long start = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    clock.until(Phase.CLIENT, start);
    Map<Phase, Long> before = clock.stop();
    before.clear();
    try (CommitWatch watch = CommitWatch.open(HexFormat.of().formatHex(new byte[16]))) {
      requests.on(new WatchInMillis(watch, start));
      charge.to(watch, clock, start + 100 * MILLI);
    }
    Map<Phase, Long> spent = clock.stop();
    spent.replaceAll((phase, nanos) -> Math.round((double) nanos / MILLI));
    spent.values().removeIf(millis -> millis == 0);
    return spent;
  }
}
