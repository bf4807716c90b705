package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The table is being disabled: locks that dead clients have left there are settled as a whole. */
class ClosedTableLocksTest {

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;

  private void close() {
    TableFacts now = fixture.cluster.describe(TABLE);
    fixture.cluster.alterTable(
        new TableFacts(
            TABLE,
            now.families(),
            now.oneVersion(),
            now.floor(),
            now.durability(),
            now.denied(),
            now.hidden(),
            now.flaws(),
            true));
  }

  /** Its locks are gone before the lock family is. */
  @Test
  void committedWritesOfDeadClientAreApplied() {
    ScriptedClient owner = fixture.client();
    owner.traffic.onWrite("~b STABLE+data", call -> owner.traffic.cutOff());
    owner.begin().put("a", "T").put("b", "T").commit();
    assertThat(fixture.lock("b")).isInstanceOf(Prewritten.class);
    close();

    settle("b");

    fixture.assertStable("a", "T");
    fixture.assertStable("b", "T");
  }

  @Test
  void undecidedLockOfDeadClientIsRolledBack() {
    ScriptedClient owner = fixture.client();
    owner.traffic.onWrite("a COMMITTED+data", call -> owner.traffic.cutOff());
    owner.begin().put("a", "T").put("b", "T").launch();
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(fixture.lock("b")).isInstanceOf(Prewritten.class);
    close();

    settle("b");

    fixture.assertStable("b", null);
    assertThat(fixture.value("a")).isNull();
  }

  private void settle(String row) {
    assertThat(locks.settle(row).kind().name()).startsWith("ROLLED_");
    fixture.time.advance(LEASE.multipliedBy(3));
  }
}
