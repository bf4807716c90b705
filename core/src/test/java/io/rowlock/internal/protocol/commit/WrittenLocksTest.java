package io.rowlock.internal.protocol.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blind writes of rows whose locks the client has written itself. */
class WrittenLocksTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c")) {
      fixture.commit(row, "old");
    }
    put("a", "first");
    client.traffic.clear();
  }

  private void put(String row, String value) {
    client.begin().put(row, value).commit();
  }

  @Test
  void ownLockIsNotFetchedAgain() {
    put("a", "1");
    put("a", "2");

    assertThat(client.traffic.reads()).isEmpty();
    assertThat(client.traffic.writes()).containsExactly("a STABLE+data", "a STABLE+data");
    fixture.assertStable("a", "2");
  }

  @Test
  void locksOfARegionAreNotFetchedAgain() {
    client.store.colocate();
    client.begin().put("a", "1").put("b", "1").commit();
    client.traffic.clear();

    client.begin().put("a", "2").put("b", "2").commit();

    assertThat(client.traffic.reads()).isEmpty();
    fixture.assertStable("a", "2");
    fixture.assertStable("b", "2");
  }

  @Test
  void unknownLockCostsTheSameForAllRows() {
    client.store.colocate();

    client.begin().put("a", "1").put("b", "1").commit();

    assertThat(client.traffic.reads()).containsExactly("a", "b");
  }

  @Test
  void changeThatNeedsTheValueFetchesIt() {
    client.begin().append("a", "+").commit();

    assertThat(client.traffic.reads()).containsExactly("a");
    fixture.assertStable("a", "first+");
  }

  @Test
  void writeOfAnotherClientIsNeitherLostNorAConflict() {
    fixture.client().begin().append("a", "+").put("b", "other").commit();
    fixture.commit("a", "other");

    put("a", "mine");

    assertThat(client.traffic.reads()).isNotEmpty();
    fixture.assertStable("a", "mine");
  }

  @Test
  void lostRaceEndsTheTrustUntilItIsEarnedAgain() {
    fixture.commit("a", "other");
    put("a", "mine");

    for (int i = 0; i < 3; i++) {
      client.traffic.clear();
      put("a", "right");
      assertThat(client.traffic.reads()).containsExactly("a");
    }
    client.traffic.clear();
    put("a", "trusted");
    assertThat(client.traffic.reads()).isEmpty();
  }

  @Test
  void rowsWrittenInAnotherWayAreForgotten() {
    client.begin().put("a", "1").put("b", "1").put("c", "1").commit();
    client.drain();
    client.traffic.clear();

    put("a", "2");

    assertThat(client.traffic.reads()).containsExactly("a");
    assertThat(client.traffic.writes()).containsExactly("a STABLE+data");
  }
}
