package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.SETTINGS;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The table is enabled anew while a commit takes long: no client commits below the floor that it
 * has had for a quarter of an hour (I5).
 */
class RaisedFloorTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private long floor;

  @Test
  void slowCommitIsPlannedAnew() {
    commitAround(SETTINGS, "b PREWRITTEN");
  }

  private void commitAround(ProtocolSettings settings, String write) {
    ScriptedClient client = fixture.client(settings);
    ScriptedTransaction transaction = client.begin().put("a", "T").put("b", "T");
    client.traffic.onWrite(
        write,
        call -> {
          raiseFloor();
          fixture.time.advance(Duration.ofMinutes(15));
          call.deliver();
        });

    transaction.commit();
    client.drain();

    fixture.assertStable("a", "T");
    assertIsAboveFloor();
  }

  private void raiseFloor() {
    TableFacts facts = fixture.cluster.describe(TABLE);
    floor = fixture.time.currentMillis() + Duration.ofHours(1).toMillis();
    fixture.cluster.alterTable(new TableFacts(TABLE, facts.families(), floor, facts.durability()));
  }

  private void assertIsAboveFloor() {
    assertThat(fixture.version("a")).isGreaterThan(floor);
    assertThat(fixture.version("b")).isGreaterThan(floor);
  }
}
