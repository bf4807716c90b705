package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A transaction that could not be completed is refused before anything is written. */
class RefusedTransactionTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  /** Mistake 13: once committed, an intent that the server refuses would block its row forever. */
  @Test
  void unknownFamilyIsRefusedBeforeTheFirstWrite() {
    ScriptedTransaction tx =
        client
            .begin()
            .put("a", "new")
            .write("b", intent -> intent.put(bytes("none"), Q, bytes("v")));

    ProtocolFailure failure = failureOf(tx);

    assertThat(failure.kind()).isEqualTo(Kind.ILLEGAL);
    assertThat(failure).hasMessageContaining("no column family 'none'").hasMessageContaining("'b'");
    assertThat(client.traffic.writes()).isEmpty();
    assertThat(fixture.storedLock("a")).isNull();
  }

  /** Mistake 13: the family may have been dropped since the table was last looked at. */
  @Test
  void familyThatWasAddedMeanwhileIsFound() {
    TableName table = TableName.valueOf("growing");
    fixture.cluster.createTable(table, "f");
    RowKey row = new RowKey(table, bytes("row"));
    client.begin().put(row, "v").commit();
    fixture.cluster.createTable(table, "f", "new");

    client.begin().write(row, intent -> intent.put(bytes("new"), Q, bytes("v"))).commit();

    assertThat(fixture.cluster.rawGet(row).cells()).hasSize(1);
  }

  /** Mistake 13: the durability of the table counts for every write, locks and data alike. */
  @Test
  void everyWriteTakesTheDurabilityOfItsTable() {
    TableName table = TableName.valueOf("durable");
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(F);
    families.add(LockColumn.family());
    fixture.cluster.createTable(new TableFacts(table, families, 0, Durability.FSYNC_WAL));

    client
        .begin()
        .put(new RowKey(table, bytes("a")), "v")
        .put(new RowKey(table, bytes("b")), "v")
        .commit();
    client.drain();

    assertThat(client.traffic.writes()).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(client.traffic.sent(i).durability()).isEqualTo(Durability.FSYNC_WAL);
    }
  }

  @Test
  void tooManyRowsAreRefusedBeforeTheFirstWrite() {
    ScriptedTransaction tx = client.begin();
    for (int i = 0; i <= ProtocolFixture.SETTINGS.maxRows(); i++) {
      tx.put("row" + i, "v");
    }

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.ILLEGAL);
    assertThat(client.traffic.writes()).isEmpty();
  }

  @Test
  void tableWithoutLockFamilyIsRefused() {
    TableName table = TableName.valueOf("plain");
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(F);
    fixture.cluster.createTable(new TableFacts(table, families, 0, Durability.SYNC_WAL));

    ScriptedTransaction tx = client.begin().put(new RowKey(table, bytes("row")), "v");

    assertThat(client.protocol.facts(table)).isCompletedExceptionally();
    assertThat(client.traffic.writes()).isEmpty();
    assertThat(tx.start()).isCompletedExceptionally();
  }

  @Test
  void corruptLockIsReportedAndLeftAlone() {
    fixture.cluster.rawWrite(
        ProtocolFixture.TABLE,
        new Put(bytes("b")).addColumn(LockColumn.family(), LockColumn.qualifier(), 5, bytes("??")));

    ProtocolFailure failure = failureOf(client.begin().put("a", "new").put("b", "new"));

    assertThat(failure.kind()).isEqualTo(Kind.CORRUPT_LOCK);
    assertThat(failure.row()).isEqualTo(ProtocolFixture.key("b"));
    assertThat(client.traffic.writes()).isEmpty();
  }
}
