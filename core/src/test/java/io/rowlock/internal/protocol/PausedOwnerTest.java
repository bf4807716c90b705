package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.RowLock.Stable;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An owner that pauses for longer than a lease, is treated as dead, and continues. */
class PausedOwnerTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final ScriptedClient observer = fixture.client(ProtocolFixture.PATIENT);

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "r")) {
      fixture.commit(row, "old");
    }
  }

  /** The observer cannot know whether the commit point is under way, so it fences the primary. */
  @Test
  void directPrimaryIsFencedBeforeTheSecondaryIsRolledBack() {
    pauseAt("a COMMITTED+data");

    client.begin().append("a", "T").append("b", "T").commit();

    assertThat(observer.traffic.writes()).containsExactly("a STABLE", "b STABLE");
    assertThat(client.traffic.writes()).startsWith("b PREWRITTEN", "a COMMITTED+data", "~b STABLE");
  }

  /** Nothing that it read has changed: no conflict, but another identity (I4). */
  @Test
  void ownerCommitsAgainUnderAFreshIdentity() {
    pauseAt("a COMMITTED+data");
    ScriptedTransaction tx = client.begin().update("a", "T").update("b", "T");

    tx.commit();
    client.drain();

    fixture.assertStable("a", "oldT");
    fixture.assertStable("b", "oldT");
    assertThat(fixture.writer("a")).isEqualTo(fixture.writer("b")).isNotEqualTo(tx.id);
  }

  @Test
  void ownerWhosePrewrittenPrimaryWasAbortedCommitsAgainToo() {
    pauseAt("a COMMITTED+data");
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    tx.update("a", "T").update("b", "T").commit();
    client.drain();

    assertThat(observer.traffic.writes()).containsExactly("a STABLE", "b STABLE");
    fixture.assertStable("a", "oldT");
    fixture.assertStable("b", "oldT");
    assertThat(fixture.writer("a")).isNotEqualTo(tx.id);
  }

  @Test
  void ownerConflictsWhenWhatItReadWasWrittenMeanwhile() {
    ScriptedTransaction tx = client.begin().update("a", "T").update("b", "T");
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          client.pause();
          observer.begin().put("b", "other").commit();
          client.resume();
          call.deliver();
        });

    assertThat(failureOf(tx).isConflict()).isTrue();
    client.drain();

    fixture.assertStable("a", "old");
    fixture.assertStable("b", "other");
  }

  @Test
  void ownerConflictsWhenARowOnlyReadWasWrittenMeanwhile() {
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    tx.update("a", "T");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          client.pause();
          assertThat(observer.read("a")).isEqualTo("old");
          fixture.commit("r", "other");
          client.resume();
          call.deliver();
        });

    assertThat(failureOf(tx).isConflict()).isTrue();
    client.drain();

    fixture.assertStable("a", "old");
    assertThat(((Stable) fixture.lock("a")).version()).isEqualTo(fixture.version("a"));
  }

  /** The primary was held all the time, and the owner had committed before its silence. */
  @Test
  void ownerThatHadCommittedIsFinishedByOthers() {
    client.traffic.onWrite(
        "~b STABLE+data",
        call -> {
          client.pause();
          assertThat(observer.read("a")).isEqualTo("oldT");
          fixture.time.advance(ProtocolFixture.LEASE);
          assertThat(observer.read("b")).isEqualTo("oldT");
          observer.drain();
          fixture.assertStable("a", "oldT");
          client.resume();
          call.deliver();
        });

    client.begin().append("a", "T").append("b", "T").commit();
    client.drain();

    fixture.assertStable("a", "oldT");
    fixture.assertStable("b", "oldT");
  }

  private void pauseAt(String write) {
    client.traffic.onWrite(
        write,
        call -> {
          client.pause();
          assertThat(observer.read("b")).isEqualTo("old");
          client.resume();
          call.deliver();
        });
  }
}
