package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One commit with a disturbance by the test, and the conditions that must hold after any
 * disturbance.
 */
final class CommitRun {

  /**
   * Settings that wait for locks until their lease is over, as the retries of a user's call would.
   */
  private static final ProtocolSettings WAITING =
      new ProtocolSettings(LEASE, LEASE.multipliedBy(3), 1_000, 10_000_000, false, 100);

  final ProtocolFixture fixture = new ProtocolFixture();
  final ScriptedClient client;
  private final CommitShape shape;
  private final ScriptedTransaction tx;
  private @Nullable CompletableFuture<Void> commit;
  private boolean isCommitting;

  CommitRun(CommitShape shape, LeftOver leftOver) {
    this.shape = shape;
    for (String row : List.of("a", "b", "c", "r")) {
      fixture.commit(row, "old");
    }
    leftOver.leaveIn(fixture);
    client = fixture.client(WAITING);
    tx = client.begin();
  }

  /** Returns how many writes the shape takes without a disturbance, background included. */
  static int writesOf(CommitShape shape, LeftOver leftOver) {
    CommitRun run = new CommitRun(shape, leftOver);
    assertThat(run.outcome()).as("%s over %s", shape, leftOver).isNull();
    return run.client.traffic.writes().size();
  }

  CommitRun write(int number, WriteFate fate) {
    return write(number, fate.at(fixture.time));
  }

  CommitRun write(int number, Consumer<PendingCall<ConditionalWrite, WriteOutcome>> fate) {
    client.traffic.script.write(number, fate);
    return this;
  }

  /** Runs the transaction; returns null if it has committed, else the reason. */
  @Nullable Kind outcome() {
    try {
      shape.callsOn(tx);
      isCommitting = true;
      commit = tx.start();
      fixture.await(commit);
      return null;
    } catch (ProtocolFailure e) {
      return e.kind();
    } finally {
      fixture.runUntilIdle();
    }
  }

  /** Runs the transaction as far as possible: the client may die while it reads. */
  void start() {
    try {
      shape.callsOn(tx);
      commit = tx.start();
      fixture.runUntilIdle();
    } catch (IllegalStateException nothingIsLeftToHappen) {
      assertThat(client.traffic.isCutOff()).isTrue();
    }
  }

  /** Returns whether the user's calls are done; before that, it may settle locks of others. */
  boolean isCommitting() {
    return isCommitting;
  }

  boolean isReportedCommitted() {
    return commit != null && commit.isDone() && !commit.isCompletedExceptionally();
  }

  /**
   * Returns the values of all stable rows at the end, by row; another client has read them and
   * settled the locks that were left.
   */
  Map<String, String> settledValues() {
    fixture.runUntilIdle();
    ScriptedClient other = fixture.client(ProtocolFixture.PATIENT);
    for (int round = 0; round < 2; round++) {
      CommitShape.ROWS.forEach(other::read);
      fixture.time.advance(LEASE);
    }
    other.drain();
    Map<String, String> values = new TreeMap<>();
    for (String row : CommitShape.ROWS) {
      assertThat(fixture.lock(row)).as("lock of row %s", row).isInstanceOf(Stable.class);
      String value = fixture.value(row);
      values.put(row, value == null ? "" : value);
      assertThat(value).as("row %s as transactions read it", row).isEqualTo(other.read(row));
    }
    return values;
  }

  /** Checks that the reported outcome is true, and that all written rows agree. */
  void assertTruthful(@Nullable Kind outcome) {
    Map<String, String> values = settledValues();
    long marked = shape.written().stream().filter(row -> values.get(row).contains("T")).count();
    String all = "outcome " + outcome + " of " + values + " after " + client.traffic.writes();
    assertThat(marked).as(all).isIn(0L, (long) shape.written().size());
    if (outcome != Kind.OUTCOME_UNKNOWN) {
      assertThat(marked != 0).as(all).isEqualTo(outcome == null);
    }
    assertThat(values.values()).as(all).noneMatch(value -> value.matches(".*(T.*T|D.*D).*"));
    assertThat(values.get("a").contains("D")).as(all).isEqualTo(values.get("b").contains("D"));
  }
}
