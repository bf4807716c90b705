package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lock times of writes, by clocks that have gone back. */
class LockWritesTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client(Duration.ofHours(-2));

  /** Otherwise other clients would take it for a lock from before the plan. */
  @Test
  void prewriteIsNotOlderThanItsPlan() {
    long planned = fixture.time.currentMillis();

    assertThat(lockTime(prewrite(planned))).isEqualTo(planned);
  }

  @Test
  void lockFollowsTheClockOtherwise() {
    long now = client.environment.clock().currentMillis();

    assertThat(lockTime(prewrite(now - 1))).isEqualTo(now);
    assertThat(lockTime(Stable.UNBORN.fenced())).isEqualTo(now);
  }

  private long lockTime(RowLock lock) {
    Clock clock = client.environment.clock();
    TableCatalog catalog = new TableCatalog(client.store, clock, FactsAge.DEFAULT);
    return new LockWrites(catalog, clock, TrailLimits.DEFAULT)
        .replace(fixture.cluster.describe(ProtocolFixture.TABLE), key("a"), null, lock, List.of())
        .replacement()
        .time();
  }

  private Prewritten prewrite(long planned) {
    TransactionId id = TransactionId.fresh(client.environment.random());
    RowReference primary = new RowReference(key("b"), 0);
    return new Prewritten(
        id, Stable.UNBORN, planned, Intent.EMPTY, primary, planned, planned, null);
  }
}
