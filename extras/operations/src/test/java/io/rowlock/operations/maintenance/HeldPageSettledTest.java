package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.RequestMeter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A page of rows that one dead transaction holds costs an administrator requests in proportion to
 * its rows, as it costs a reader.
 */
class HeldPageSettledTest {

  /** Looks at a lock in one lock wait of a reader. */
  private static final int LOOKS = 120;

  private static final ProtocolSettings SETTINGS =
      new ProtocolSettings(LEASE, LOCK_WAIT, 20_000, 10_000_000, false, 100);

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final RequestMeter meter = new RequestMeter(fixture.time, Duration.ofMillis(1));
  private final InMemoryRowStore store =
      new InMemoryRowStore(fixture.cluster, meter, Runnable::run);

  private static String row(int number) {
    return "r%07d".formatted(number);
  }

  /** Leaves all rows but the first one prewritten: the owner dies before its commit point. */
  private void dieBeforeCommitting(int rows) {
    ScriptedClient owner = fixture.client(SETTINGS);
    owner.traffic.onWrite(row(0) + " COMMITTED+data", lost -> owner.traffic.cutOff());
    ScriptedTransaction transaction = owner.begin();
    IntStream.range(0, rows).forEach(i -> transaction.put(row(i), "new"));
    transaction.launch();
    owner.pause();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 400, 800})
  void administratorsRollADeadCommitBackWithOneFence(int rows) {
    dieBeforeCommitting(rows);
    LockMaintenance maintenance =
        new LockMaintenance(store, fixture.time.environment(98), SETTINGS);

    List<CompletableFuture<Settlement>> settled =
        IntStream.range(1, rows)
            .mapToObj(i -> maintenance.view(key(row(i)), storedLock(row(i))))
            .map(maintenance::settle)
            .toList();

    assertThat(fixture.await(Async.all(settled)))
        .allMatch(settlement -> settlement.kind() == Settlement.Kind.ROLLED_BACK);
    assertThat(meter.reads()).as("rows read").isLessThanOrEqualTo(40 * rows);
    assertThat(meter.readsOf(key(row(0))))
        .as("reads of the primary")
        .isLessThanOrEqualTo(2 * LOOKS);
    assertThat(meter.writes()).as("writes").isLessThanOrEqualTo(2 * rows + 2);
    assertThat(meter.mostAtOnce()).as("requests at once").isLessThanOrEqualTo(3 * rows);
  }

  private StoredLock storedLock(String row) {
    return Objects.requireNonNull(fixture.storedLock(row));
  }
}
