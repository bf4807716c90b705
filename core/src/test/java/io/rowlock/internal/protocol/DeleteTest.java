package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.G;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deletes are applied one below the commit timestamp, real HBase markers. */
class DeleteTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b")) {
      fixture
          .client()
          .begin()
          .write(row, intent -> intent.put(F, Q, bytes("old")).put(G, Q, bytes("old")))
          .commit();
    }
  }

  @Test
  void markerIsOneBelowTheCommitTimestamp() {
    client.begin().delete("a").commit();

    Mutation delete = client.traffic.sent(0).data().get(0);
    assertThat(delete).isInstanceOf(Delete.class);
    Cell marker = delete.getFamilyCellMap().firstEntry().getValue().get(0);
    assertThat(marker.getTimestamp()).isEqualTo(fixture.version("a") - 1);
    assertThat(fixture.value("a")).isNull();
    assertThat(ProtocolFixture.value(fixture.cluster.rawGet(key("a")), G, Q)).isEqualTo("old");
  }

  /** It must hide the former value and not the new one, however close their timestamps are. */
  @Test
  void valueOfTheSameTransactionSurvives() {
    client.begin().write("a", intent -> intent.deleteFamily(F).put(F, Q, bytes("new"))).commit();

    fixture.assertStable("a", "new");
  }

  @Test
  void valueOfTheNextTransactionSurvivesInTheSameMillisecond() {
    client.begin().delete("a").commit();
    client.begin().put("a", "new").commit();
    client.begin().delete("a").commit();
    client.begin().put("a", "newer").commit();

    fixture.assertStable("a", "newer");
  }

  @Test
  void deletedRowKeepsItsLockAndItsVersion() {
    client.begin().write("a", intent -> intent.deleteFamily(F).deleteFamily(G)).commit();

    assertThat(fixture.cluster.rawGet(key("a")).cells()).isEmpty();
    assertThat(fixture.version("a")).isPositive();
    assertThat(fixture.client().read("a")).isNull();
  }

  @Test
  void deleteOfASecondaryTakesHoldAtItsRollForward() {
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          assertThat(fixture.value("b")).isEqualTo("old");
          call.deliver();
        });

    client.begin().put("a", "new").delete("b").commit();
    client.drain();

    fixture.assertStable("a", "new");
    fixture.assertStable("b", null);
  }

  @Test
  void readerOfAnUnrolledSecondarySeesItDeleted() {
    client.traffic.onWrite("~b STABLE+data", call -> client.traffic.cutOff());
    client.begin().put("a", "new").delete("b").commit();

    ScriptedClient reader = fixture.client();
    assertThat(reader.read("b")).isNull();
    assertThat(fixture.value("b")).as("what a plain client sees").isEqualTo("old");
    assertThat(reader.begin().scan("a", "c")).containsExactly("a", "b");
  }

  @Test
  void putOverAnUnrolledDeleteSurvives() {
    client.traffic.onWrite("~b STABLE+data", call -> client.traffic.cutOff());
    client
        .begin()
        .put("a", "new")
        .write("b", intent -> intent.deleteFamily(F).deleteFamily(G))
        .commit();

    fixture.commit("b", "newer");

    fixture.assertStable("b", "newer");
    assertThat(ProtocolFixture.value(fixture.cluster.rawGet(key("b")), G, Q)).isNull();
  }
}
