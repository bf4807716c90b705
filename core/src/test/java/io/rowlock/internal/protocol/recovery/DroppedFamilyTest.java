package io.rowlock.internal.protocol.recovery;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.G;
import static io.rowlock.internal.protocol.ProtocolFixture.PATIENT;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.WriteFate;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The family g is dropped while a transaction that writes to it in row b is under way. */
class DroppedFamilyTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient owner = fixture.client();
  private final ScriptedClient client = fixture.client(PATIENT);

  @BeforeEach
  void fillTable() {
    fixture.commit("b", "old");
  }

  /** Row a is new, which makes it the primary. */
  private ScriptedTransaction writeBoth() {
    return owner
        .begin()
        .put("a", "new")
        .write("b", intent -> intent.put(F, Q, bytes("new")).put(G, Q, bytes("new")));
  }

  private void leaveCommittedWithoutFamily() {
    leaveCommitted();
    dropFamily();
    assertThat(fixture.lock("a")).isInstanceOf(Committed.class);
    assertThat(fixture.lock("b")).isInstanceOf(Prewritten.class);
  }

  private void leaveCommitted() {
    owner.traffic.onWrite("~b STABLE+data", call -> owner.traffic.cutOff());
    writeBoth().commit();
  }

  private void dropFamily() {
    giveFamilies("_lock", "f");
  }

  private void giveFamilies(String... names) {
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    for (String name : names) {
      families.add(bytes(name));
    }
    fixture.cluster.alterTable(new TableFacts(TABLE, families, 0, Durability.SYNC_WAL));
  }

  private String readG() {
    RowRead all = new RowRead(key("b"), ColumnSelection.ALL);
    DecidedRow row = fixture.await(client.protocol.read(List.of(all), Reservation.NONE)).get(0);
    return ProtocolFixture.value(new StoredRow(key("b"), row.cells(), null), G, Q);
  }

  @Test
  void readersSeeWhatWasCommitted() {
    leaveCommittedWithoutFamily();

    assertThat(client.read("a")).isEqualTo("new");
    assertThat(client.read("b")).isEqualTo("new");
    assertThat(readG()).isEqualTo("new");
  }

  @Test
  void writersOfTheRowGetAdvice() {
    leaveCommittedWithoutFamily();
    client.traffic.clear();

    assertContainsAdvice(failureOf(client.begin().put("b", "newer")));
    assertContainsAdvice(failureOf(client.begin().append("b", "er")));
    assertContainsAdvice(failureOf(client.begin().put("b", "newer").put("c", "new")));
    client.drain();

    assertThat(client.traffic.writes()).as("no loop").hasSizeLessThan(10);
    assertThat(fixture.lock("b")).isInstanceOf(Prewritten.class);
    fixture.assertStable("c", null);
  }

  /** It is the only proof that the other row is committed, so it must wait for that one. */
  @Test
  void writersOfThePrimaryGetAdviceForTheOtherRow() {
    leaveCommittedWithoutFamily();
    client.traffic.clear();

    assertContainsAdvice(failureOf(client.begin().put("a", "newer")));

    assertThat(client.traffic.writes()).as("no loop").hasSizeLessThan(10);
    assertThat(fixture.lock("a")).isInstanceOf(Committed.class);
  }

  private static void assertContainsAdvice(ProtocolFailure failure) {
    assertThat(failure.kind()).isEqualTo(ProtocolFailure.Kind.STORE);
    assertThat(failure)
        .hasMessageContaining("row 'b' of table 'table'")
        .hasMessageContaining("column family 'g'")
        .hasMessageContaining("create it again")
        .hasMessageContaining("discard");
  }

  @Test
  void otherRowsAreOfUse() {
    leaveCommittedWithoutFamily();
    client.begin().put("c", "new").put("d", "new").commit();
    client.drain();
    fixture.assertStable("c", "new");
    fixture.assertStable("d", "new");
  }

  @Test
  void familyThatIsMadeAnewLetsTheNextWriterSettleIt() {
    leaveCommittedWithoutFamily();
    giveFamilies("_lock", "f", "g");

    client.begin().put("a", "newer").commit();
    client.drain();

    fixture.assertStable("a", "newer");
    fixture.assertStable("b", "new");
    assertThat(ProtocolFixture.value(fixture.cluster.rawGet(key("b")), G, Q)).isEqualTo("new");
  }

  @Test
  void undecidedLocksOfTheDeadAreTakenBackAsAlways() {
    owner.traffic.onWrite("a COMMITTED+data", call -> owner.traffic.cutOff());
    writeBoth().launch();
    owner.pause();
    dropFamily();

    assertThat(client.read("b")).isEqualTo("old");
    client.drain();
    fixture.assertStable("b", "old");
  }

  /** It is committed, whatever the other row needs: any other outcome would be false. */
  @Test
  void droppedBeforeTheCommitPointAndNeededByASecondary() {
    owner.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          dropFamily();
          call.deliver();
        });

    writeBoth().commit();
    owner.drain();

    assertThat(client.read("a")).isEqualTo("new");
    assertThat(client.read("b")).isEqualTo("new");
    assertThat(fixture.lock("a")).isInstanceOf(Committed.class);
  }

  @Test
  void droppedBeforeTheCommitPointAndNeededByThePrimary() {
    owner.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          dropFamily();
          call.deliver();
        });

    ProtocolFailure failure =
        failureOf(owner.begin().write("a", i -> i.put(G, Q, bytes("new"))).put("b", "new"));
    owner.drain();

    assertThat(failure.kind()).isEqualTo(ProtocolFailure.Kind.STORE);
    assertThat(failure).hasMessageContaining("row 'a' of table 'table'");
    assertThat(client.read("a")).isNull();
    fixture.assertStable("b", "old");
  }

  /**
   * A stale server shows the row in its old state: only the lack of the family itself is evidence.
   */
  @Test
  void refusalsForAnotherReasonProveNothing() {
    leaveCommitted();
    StoredRow before = fixture.cluster.rawGet(key("b"));
    client.traffic.script.write(
        1,
        call -> {
          WriteOutcome unused = call.execute();
          dropFamily();
          client.traffic.answerStale("b", before);
          call.answer(WriteOutcome.rejected(new IOException("thrown behind the apply")));
        });
    client.traffic.script.write(2, WriteFate.REJECTED.at(fixture.time));

    ProtocolFailure failure = failureOf(client.begin().put("b", "newer"));

    assertThat(ProtocolFixture.value(fixture.cluster.rawGet(key("b")), F, Q)).isEqualTo("newer");
    assertThat(failure.kind()).isEqualTo(ProtocolFailure.Kind.OUTCOME_UNKNOWN);
  }

  /**
   * The transaction's own prewrite has applied the intent below, so the missing family is no reason
   * any more.
   */
  @Test
  void intentThatIsAppliedByThenProvesNothing() {
    leaveCommitted();
    fixture.commit("r", "read");
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    client.traffic.onWrite(
        "b STABLE+data",
        call -> {
          StoredRow before = fixture.cluster.rawGet(key("b"));
          WriteOutcome unused = call.execute();
          dropFamily();
          client.traffic.answerStale("b", before);
          client.traffic.onWrite("b STABLE", WriteFate.REJECTED.at(fixture.time));
          call.answer(WriteOutcome.rejected(new IOException("thrown behind the apply")));
        });

    ProtocolFailure failure = failureOf(tx.put("b", "newer"));

    assertThat(ProtocolFixture.value(fixture.cluster.rawGet(key("b")), F, Q)).isEqualTo("newer");
    assertThat(failure.kind()).isEqualTo(ProtocolFailure.Kind.OUTCOME_UNKNOWN);
  }
}
