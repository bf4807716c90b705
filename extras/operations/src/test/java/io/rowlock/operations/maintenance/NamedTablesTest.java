package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.operations.maintenance.MaintenanceFixture.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.lock.GoldenLocks;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

/** Which tables a lock needs, besides its own, until its transaction is finished. */
class NamedTablesTest {

  private static final RowKey THERE = new RowKey(OTHER, bytes("b"));
  private static final TableName NEITHER = TableName.valueOf("neither");

  private final MaintenanceFixture rows = new MaintenanceFixture();

  /** The transaction writes a row of each table; it creates the row "a", which is its primary. */
  private void dieAt(ScriptedClient owner, String write) {
    rows.client.begin().put(THERE, "old").commit();
    owner.traffic.onWrite(write, call -> owner.traffic.cutOff());
    owner.begin().put("a", "T").put(THERE, "T").launch();
    rows.fixture.time.advance(Duration.ofMillis(100));
  }

  @Test
  void secondaryNamesTableOfItsPrimary() {
    dieAt(rows.fixture.client(), "a COMMITTED+data");

    assertThat(rows.look(THERE).names(TABLE)).isTrue();
    assertThat(rows.look(THERE).names(NEITHER)).isFalse();
  }

  @Test
  void committedPrimaryNamesTablesOfItsSecondaries() {
    dieAt(rows.fixture.client(), "~b STABLE+data");

    assertThat(rows.look("a").state()).isEqualTo(LockView.State.COMMITTED);
    assertThat(rows.look("a").names(OTHER)).isTrue();
    assertThat(rows.look("a").names(NEITHER)).isFalse();
  }

  /** 'disable' must not take away what shows the outcome of such a transaction. */
  @Test
  void lockOfAnotherVersionMayNameAny() {
    rows.plant("a", GoldenLocks.bytesOf("marked-primary"));
    rows.plant("b", bytes("nonsense"));

    assertThat(rows.look("a").names(NEITHER)).isTrue();
    assertThat(rows.look("b").names(NEITHER)).isFalse();
  }

  @Test
  void stableLockNamesNone() {
    rows.fixture.commit("a", "T");

    assertThat(rows.look("a").names(TABLE)).isFalse();
  }
}
