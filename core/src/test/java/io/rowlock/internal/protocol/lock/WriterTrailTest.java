package io.rowlock.internal.protocol.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.WriterTrail.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WriterTrailTest {

  private static final long START = 100_000_000;
  private static final long REACH = 1_200_000;
  private static final int LIMIT = 16;

  @Test
  void firstWriterHasNoPredecessor() {
    WriterTrail trail = write(Stable.UNBORN, 1, START).trail();

    assertThat(trail.entries()).containsExactly(new Entry(0, null));
    assertThat(trail.reachesBackTo(0)).isTrue();
  }

  @Test
  void emptyTrailReachesNowhereAndNamesNoWriter() {
    assertThat(WriterTrail.EMPTY.reachesBackTo(Long.MAX_VALUE)).isFalse();
    assertThat(WriterTrail.EMPTY.names(id(1))).isFalse();
  }

  @Test
  void rowThatIsWrittenSeldomKeepsOneFormerWriter() {
    Stable row = write(Stable.UNBORN, 1, START);
    row = write(row, 2, START + 2 * REACH);
    row = write(row, 3, START + 4 * REACH);

    assertThat(row.trail().entries()).containsExactly(new Entry(START + 2 * REACH, id(2)));
  }

  /** The anchor shows that no writer is missing in between. */
  @Test
  void trailEndsWithOneWriterOutOfReach() {
    Stable row = write(Stable.UNBORN, 1, START);
    row = write(row, 2, START + REACH / 2);
    row = write(row, 3, START + REACH * 9 / 10);
    row = write(row, 4, START + REACH * 3 / 2 + 1);

    assertThat(row.trail().entries())
        .containsExactly(
            new Entry(START + REACH * 9 / 10, id(3)), new Entry(START + REACH / 2, id(2)));
  }

  @Test
  void writerAtTheEdgeIsWithinReach() {
    Stable row = write(Stable.UNBORN, 1, START);
    row = write(row, 2, START + REACH);

    assertThat(row.trail().entries()).containsExactly(new Entry(START, id(1)), new Entry(0, null));
  }

  @Test
  void hotRowKeepsNoMoreThanTheLimit() {
    Stable row = Stable.UNBORN;
    for (int i = 1; i <= 40; i++) {
      row = write(row, i, START + 2L * i);
    }

    assertThat(row.trail().entries()).hasSize(LIMIT);
    assertThat(row.hasTraceOf(id(40))).isTrue();
    assertThat(row.hasTraceOf(id(24))).isTrue();
    assertThat(row.hasTraceOf(id(23))).isFalse();
    assertThat(row.wouldShow(START + 48)).isTrue();
    assertThat(row.wouldShow(START + 47)).isFalse();
  }

  /**
   * CommitPoint relies on this: where a commit at a timestamp would show, each transaction that did
   * commit there shows, whatever each writer keeps of the trail.
   */
  @Test
  void noCommitIsMissingWhereItWouldShow() {
    SplittableRandom random = new SplittableRandom(11);
    for (int run = 0; run < 500; run++) {
      long gap = random.nextLong(3, REACH * 8 / 10);
      Stable row = Stable.UNBORN;
      List<Entry> history = new ArrayList<>();
      for (int i = 1; i <= 60; i++) {
        TrailLimits limits =
            new TrailLimits(random.nextInt(4), Duration.ofMillis(random.nextLong(REACH)));
        row = write(row, i, Math.max(START, row.version()) + random.nextLong(2, gap));
        row = i % 3 == 0 ? row.within(limits) : row;
        history.add(new Entry(row.version(), row.writer()));
        for (Entry commit : history) {
          if (row.wouldShow(commit.version())) {
            assertThat(row.hasTraceOf(commit.writer())).isTrue();
          }
        }
      }
    }
  }

  /** The trail reaches back twenty minutes, or sixteen writers. */
  @Test
  void commitWithinReachWouldShow() {
    SplittableRandom random = new SplittableRandom(12);
    Stable row = Stable.UNBORN;
    List<Long> versions = new ArrayList<>();
    for (int i = 1; i <= 2_000; i++) {
      row = write(row, i, Math.max(START, row.version()) + random.nextLong(2, REACH * 3 / 10));
      versions.add(row.version());
      for (int back = 0; back < Math.min(LIMIT, versions.size()); back++) {
        long version = versions.get(versions.size() - 1 - back);
        if (version >= row.version() - REACH) {
          assertThat(row.wouldShow(version)).isTrue();
        }
      }
    }
  }

  private static Stable write(Stable row, int writer, long commitTimestamp) {
    return row.writtenBy(id(writer), commitTimestamp).within(TrailLimits.DEFAULT);
  }

  private static TransactionId id(int number) {
    return new TransactionId(0, number);
  }
}
