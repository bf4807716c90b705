package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.FactsAge;
import io.rowlock.internal.protocol.lock.ProtocolLimits;
import io.rowlock.internal.protocol.lock.ProtocolLimits.Mechanisms;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Each switch turns its mechanism off: the requests show it, and the count. Those of shared writes
 * and second requests: {@code CoalescingStoreTest}, {@code RowReaderTest}.
 */
class MechanismsTest {

  private final ProtocolFixture fixture = new ProtocolFixture();

  private ScriptedClient client(Set<Mechanism> on) {
    ProtocolLimits usual = ProtocolLimits.DEFAULT;
    Mechanisms mechanisms = Mechanisms.of(on);
    ProtocolLimits limits =
        new ProtocolLimits(
            usual.tries(),
            usual.trail(),
            usual.region(),
            usual.pageRows(),
            mechanisms,
            usual.busyCommits(),
            usual.notice());
    return fixture.client(
        new ProtocolSettings(
            LEASE, LOCK_WAIT, 1_000, 10_000_000, false, 100, FactsAge.DEFAULT, limits));
  }

  private static Set<Mechanism> without(Mechanism off) {
    return EnumSet.complementOf(EnumSet.of(off));
  }

  /** Returns the writes of four appends to one row, of which the first is under way for a while. */
  private List<String> appends(ScriptedClient client) {
    String write = "a STABLE+data";
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    client.traffic.onWrite(write, held::add);
    List<CompletableFuture<Void>> commits = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      commits.add(client.begin().append("a", "" + i).start());
    }
    held.forEach(PendingCall::deliver);
    commits.forEach(fixture::await);
    client.drain();
    return client.traffic.writes();
  }

  @Test
  void combinedCommits() {
    fixture.commit("a", "+");
    long before = Mechanism.COMBINED_COMMITS.fired();
    assertThat(appends(client(EnumSet.allOf(Mechanism.class)))).hasSize(2);
    assertThat(Mechanism.COMBINED_COMMITS.fired() - before).isEqualTo(2);

    assertThat(appends(client(without(Mechanism.COMBINED_COMMITS)))).hasSize(4);
    assertThat(Mechanism.COMBINED_COMMITS.fired() - before).isEqualTo(2);
    fixture.assertStable("a", "+01230123");
  }

  /** Returns the turn of the second of two transactions, whose first has committed. */
  private CompletableFuture<Reservation> afterTheFirst(ScriptedClient client) {
    Reservation first = fixture.await(reserve(client));
    CompletableFuture<Reservation> second = reserve(client);
    new ScriptedTransaction(client, first).update("a", "+").commit();
    client.traffic.clear();
    first.release();
    return second;
  }

  private static CompletableFuture<Reservation> reserve(ScriptedClient client) {
    TreeSet<RowKey> rows = new TreeSet<>(List.of(key("a")));
    long age = client.environment.clock().currentMillis();
    return client.protocol.reserve(new ReservationRequest(rows, rows, true, true), age);
  }

  @Test
  void handOver() {
    fixture.commit("a", "0");
    long before = Mechanism.HAND_OVER.fired();
    ScriptedClient with = client(EnumSet.allOf(Mechanism.class));
    CompletableFuture<Reservation> second = afterTheFirst(with);
    assertThat(fixture.lock("a")).isInstanceOf(Prewritten.class);
    assertThat(with.traffic.writes()).isEmpty();
    assertThat(Mechanism.HAND_OVER.fired() - before).isEqualTo(1);
    fixture.await(second).release();
    with.drain();
    assertThat(fixture.lock("a")).isInstanceOf(Stable.class);

    ScriptedClient without = client(without(Mechanism.HAND_OVER));
    CompletableFuture<Reservation> next = afterTheFirst(without);
    assertThat(next).as("does not rest, because nothing was handed over").isDone();
    assertThat(without.traffic.writes()).containsExactly("a PREWRITTEN");
    assertThat(Mechanism.HAND_OVER.fired() - before).isEqualTo(1);
    next.join().release();
    without.drain();
  }

  @Test
  void benchmarkNamesWhatIsOn() {
    Mechanisms all = Mechanisms.of(EnumSet.allOf(Mechanism.class));
    assertThat(Mechanisms.named(null)).isEqualTo(all);
    assertThat(Mechanisms.named("hand-over,shared-writes"))
        .isEqualTo(new Mechanisms(1, all.regionRequests(), all.handOvers(), false));
    assertThat(Mechanisms.named("")).isEqualTo(new Mechanisms(1, Integer.MAX_VALUE, 0, false));
    assertThatIllegalArgumentException().isThrownBy(() -> Mechanisms.named("handover"));
  }
}
