package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.PATIENT;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Locks that look as if a vacuum might have removed them, although there was no vacuum, no stale
 * server and no lost message.
 */
class VacuumDoubtTest {

  private static final TableName AHEAD = TableName.valueOf("ahead");

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;

  /** A client has died half an hour ago; another one inserts a row that exists. */
  @Nested
  class InsertOverLockLeftBehind {

    @ParameterizedTest
    @ValueSource(ints = {29, 31})
    void undecided(int minutes) {
      dieAt("0 COMMITTED+data", fixture.client().begin().put("0", "D").put("a", "D"));
      assertThat(fixture.lock("a")).isInstanceOf(RowLock.Prewritten.class);
      fixture.time.advance(Duration.ofMinutes(minutes));

      assertKnown(fixture.client().begin().insert("a", "T").start());
    }

    @ParameterizedTest
    @ValueSource(ints = {29, 31})
    void committed(int minutes) {
      dieAt("~b STABLE+data", fixture.client().begin().put("a", "D").put("b", "D"));
      assertThat(fixture.lock("a")).isInstanceOf(RowLock.Committed.class);
      fixture.time.advance(Duration.ofMinutes(minutes));

      assertKnown(fixture.client().begin().insert("a", "T").start());
    }
  }

  /** The commit timestamp is a second ahead; the row is new and hot. */
  @Test
  void rivalsOfAHotNewRow() {
    fixture.client(Duration.ofSeconds(1)).begin().put("x", "fast").commit();
    ScriptedClient client = fixture.client();
    client.store.colocate();
    ScriptedTransaction tx = client.begin();
    tx.get("x");
    tx.append("a", "T");
    client.traffic.onRegionWrite(
        call -> {
          rival();
          call.deliver();
        });
    onEveryFence(client);

    assertKnown(tx.start());
  }

  private void onEveryFence(ScriptedClient client) {
    client.traffic.onWrite(
        "a STABLE",
        call -> {
          onEveryFence(client);
          rival();
          call.deliver();
        });
  }

  private void rival() {
    fixture.client().begin().append("a", ".").commit();
  }

  /** Every commit timestamp is a year ahead, because a table with such a floor is involved. */
  @Nested
  class BesideAFutureFloor {

    private final RowKey s1 = new RowKey(AHEAD, bytes("s1"));
    private final RowKey s2 = new RowKey(AHEAD, bytes("s2"));

    @BeforeEach
    void createTable() {
      NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
      families.add(ProtocolFixture.F);
      families.add(bytes("_lock"));
      long floor = fixture.time.currentMillis() + Duration.ofDays(365).toMillis();
      fixture.cluster.createTable(new TableFacts(AHEAD, families, floor, Durability.SYNC_WAL));
      fixture.client().begin().put(s1, "old").put(s2, "old").commit();
    }

    /** A rival that is alive, but takes a while. */
    @Test
    void rivalHoldsTheNewPrimary() {
      ScriptedClient rival = fixture.client();
      rival.traffic.onWrite("0 COMMITTED+data", call -> {});
      ScriptedClient client = fixture.client();
      client.traffic.onWrite(
          "new COMMITTED+data",
          call -> {
            rival.begin().put("0", "R").put("new", "R").launch();
            call.deliver();
          });

      assertKnown(client.begin().put("new", "T").put(s1, "T").start());
    }

    private final List<PendingCall<ConditionalWrite, WriteOutcome>> delayed = new ArrayList<>();
    private CompletableFuture<Void> first;
    private CompletableFuture<Void> second;

    /**
     * Two transactions write two rows that no transaction has written yet, each other's primary.
     */
    private void cross(ScriptedClient a, ScriptedClient b) {
      fixture.rawPut("p", "raw", fixture.time.currentMillis() - 1_000);
      b.traffic.onWrite("q COMMITTED+data", delayed::add);
      a.traffic.onWrite(
          "q PREWRITTEN",
          call -> {
            second = b.begin().update("p", "U").put("q", "U").put(s2, "U").start();
            call.deliver();
          });
      first = a.begin().put("p", "T").put("q", "T").put(s1, "T").start();
      assertThat(delayed).hasSize(1);
    }

    @Test
    void ofTwoThatCrossNeitherIsUnknown() {
      cross(fixture.client(), fixture.client());
      delayed.get(0).deliver();
      fixture.runUntilIdle();

      assertKnown(first);
      assertKnown(second);
    }

    @Test
    void readersSettleTwoThatHaveCrossed() {
      cross(fixture.client(), fixture.client());
      delayed.get(0).deliver();
      fixture.runUntilIdle();

      assertThatCode(() -> fixture.client(PATIENT).read("q")).doesNotThrowAnyException();
    }

    @Test
    void readersSettleTwoThatHaveCrossedAndDied() {
      dead();

      assertThatCode(() -> fixture.client(PATIENT).read("q")).doesNotThrowAnyException();
    }

    @Test
    void resolveSettlesTwoThatHaveCrossedAndDied() {
      dead();

      assertThat(List.of(locks.settle("p"), locks.settle("q")))
          .extracting(Settlement::kind)
          .doesNotContain(Settlement.Kind.CANNOT, Settlement.Kind.STILL_HELD);
    }

    @Test
    void whatResolveCannotSettleCanBeDiscarded() {
      dead();
      if (locks.settle("q").kind() == Settlement.Kind.CANNOT) {
        assertThat(locks.examine("q").isDiscardable() || locks.examine("p").isDiscardable())
            .as("q: %s; p: %s", locks.examine("q"), locks.examine("p"))
            .isTrue();
      }
    }

    /**
     * A transaction with a future floor has deleted the row; its lock is overwritten with other
     * bytes.
     */
    @Test
    void discardLeavesNothingThatHidesWhatIsWrittenNext() {
      fixture.commit("d", "value");
      fixture.client().begin().delete("d").put(s1, "T").commit();
      locks.plant("d", bytes("nonsense"), fixture.lockTime("d") + 1);
      locks.discard("d");

      fixture.commit("d", "new");

      fixture.assertStable("d", "new");
    }

    /** The same, while the answer to the commit is still awaited. */
    @Test
    void discardDoesNotDenyACommit() {
      fixture.client().begin().put("x", "far").put(s1, "T").commit();
      fixture.commit("d", "value");
      ScriptedClient client = fixture.client();
      client.traffic.onWrite(
          "d STABLE+data",
          call -> {
            WriteOutcome unused = call.execute();
            locks.plant("d", bytes("nonsense"), fixture.lockTime("d") + 1);
            locks.discard("d");
            call.answer(WriteOutcome.maybeApplied(new java.io.IOException("Simulated: late")));
          });
      ScriptedTransaction tx = client.begin();
      tx.get("x");
      try {
        tx.write("d", intent -> intent.deleteColumn(ProtocolFixture.F, ProtocolFixture.Q)).commit();
      } catch (ProtocolFailure failure) {
        assertThat(failure.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
        return;
      }
      assertThat(client.traffic.writes()).as("commits of the same transaction").hasSize(1);
    }

    private void dead() {
      ScriptedClient a = fixture.client();
      ScriptedClient b = fixture.client();
      a.traffic.onWrite("p COMMITTED+data", call -> a.traffic.cutOff());
      cross(a, b);
      b.traffic.cutOff();
      a.pause();
      b.pause();
      assertThat(fixture.lock("p")).isInstanceOf(RowLock.Prewritten.class);
      assertThat(fixture.lock("q")).isInstanceOf(RowLock.Prewritten.class);
    }
  }

  private void dieAt(String marked, ScriptedTransaction transaction) {
    ScriptedClient dying = transaction.client();
    dying.traffic.onWrite(marked, call -> dying.traffic.cutOff());
    transaction.launch();
    dying.pause();
  }

  private void assertKnown(CompletableFuture<Void> commit) {
    ProtocolFailure failure = null;
    try {
      fixture.await(commit);
    } catch (ProtocolFailure known) {
      failure = known;
    }
    if (failure != null) {
      assertThat(failure.kind()).as(failure.getMessage()).isNotEqualTo(Kind.OUTCOME_UNKNOWN);
    }
  }
}
