package io.rowlock.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.operations.LockSamples;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Old locks are counted, and those that no client can settle are named. */
class OldLocksTest {

  private static final String TABLE = ProtocolFixture.TABLE.getNameAsString();

  private final LockSamples locks = new LockSamples();
  private final OldLocks old = new OldLocks(ProtocolFixture.TABLE);

  private List<ClusterFinding> findings(String... rows) throws IOException {
    for (String row : rows) {
      old.add(locks.look(row));
    }
    return old.findings(locks::examine);
  }

  /** Row b waits for the outcome of a transaction whose client is dead. */
  private void leaveLock() {
    locks.fixture.commit("a", "old");
    locks.fixture.commit("b", "old");
    LeftOver.UNDECIDED.leaveIn(locks.fixture);
  }

  @Test
  void settledLocksAreNoProblem() throws IOException {
    locks.fixture.commit("a", "value");
    locks.fixture.time.advance(Duration.ofDays(1));

    assertThat(findings("a")).isEmpty();
    assertThat(old.locks()).isOne();
    assertThat(old.unsettled()).isZero();
  }

  @Test
  void locksOfTheLastMinutesAreNoProblem() throws IOException {
    leaveLock();
    locks.fixture.time.advance(Duration.ofMinutes(9));

    assertThat(findings("a", "b")).isEmpty();
    assertThat(old.unsettled()).isPositive();
  }

  @Test
  void oldLocksAreCountedAndResolved() throws IOException {
    leaveLock();
    locks.fixture.time.advance(Duration.ofMinutes(11));

    assertThat(findings("a", "b"))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.WARNING);
              assertThat(found.table()).contains(ProtocolFixture.TABLE);
              assertThat(found.value()).contains("the oldest for 6");
              assertThat(found.command()).isEqualTo("rowlock resolve " + TABLE);
            });
  }

  @Test
  void locksBeyondTheFirstAreCounted() throws IOException {
    String[] rows = IntStream.range(0, 23).mapToObj(i -> "r" + i).toArray(String[]::new);
    for (String row : rows) {
      locks.plant(row, "nonsense");
    }

    assertThat(findings(rows))
        .hasSize(21)
        .last()
        .satisfies(
            found -> {
              assertThat(found.value()).isEqualTo("3");
              assertThat(found.command()).isEqualTo("rowlock resolve " + TABLE + " --dry-run");
            });
  }

  @Test
  void lockThatIsNoneIsNamedAtOnce() throws IOException {
    locks.plant("it's", "nonsense");

    assertThat(findings("it's"))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.ERROR);
              assertThat(found.value()).startsWith("CORRUPT");
              assertThat(found.message()).contains("no client can settle it");
              assertThat(found.command()).isEqualTo("rowlock discard " + TABLE + " 'it'\\''s'");
            });
  }
}
