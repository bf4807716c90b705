package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A client's clock may be behind by almost the horizon. A lock that such a client takes for newer
 * than its plan must not be removed yet: a stale server may still show it.
 */
class VacuumMarginTest {

  private static final Duration HORIZON = Duration.ofHours(1);
  private static final Duration ALMOST = HORIZON.minusMinutes(1);

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;

  @Test
  void lockThatASlowClockTakesForNewIsNotRemoved() {
    StoredRow shown = deletedRow();
    fixture.time.advance(HORIZON.plusMinutes(1));
    VacuumFate fate = sweep(shown);
    ScriptedClient slow = fixture.client(ALMOST.negated());
    slow.traffic.onWrite("~b STABLE+data", call -> {});
    slow.begin().put("a", "new").put("b", "new").commit();
    ScriptedClient reader = fixture.client();
    reader.traffic.onRead("a", call -> call.answer(shown));

    assertThat(reader.read("b")).isEqualTo("new");
    assertThat(fate).isEqualTo(VacuumFate.TOO_NEW);
  }

  @Test
  void lockThatNoClockTakesForNewIsRemoved() {
    StoredRow shown = deletedRow();
    fixture.time.advance(HORIZON.plusMinutes(31));

    assertThat(sweep(shown)).isEqualTo(VacuumFate.DELETED);
  }

  private StoredRow deletedRow() {
    fixture.commit("a", "old");
    fixture.client().begin().delete("a").commit();
    return fixture.cluster.rawGet(key("a"));
  }

  private VacuumFate sweep(StoredRow marked) {
    long olderThan = fixture.time.currentMillis() - HORIZON.toMillis();
    MarkedLock lock = new MarkedLock(marked.key(), marked.lock());
    return fixture.await(locks.maintenance.vacuum(List.of(lock), olderThan, false)).get(0);
  }
}
