package io.rowlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every fate of the writes of a commit, for every kind of commit: the reported outcome is true, and
 * other clients find everything settled after a lease.
 */
class LostMessagesTest {

  private static final List<WriteFate> SHORT_FATES =
      List.of(
          WriteFate.LOST_REQUEST,
          WriteFate.LOST_REPLY,
          WriteFate.DELIVERED_TWICE,
          WriteFate.LATE_BY_30_MS,
          WriteFate.LATE_BY_3_S);

  /** One message is not enough to make a commit fail, or its outcome unknown. */
  @ParameterizedTest
  @EnumSource
  void everyFateOfEveryWrite(CommitShape shape) {
    for (LeftOver leftOver : LeftOver.values()) {
      int writes = CommitRun.writesOf(shape, leftOver);
      for (int number = 1; number <= writes; number++) {
        for (WriteFate fate : WriteFate.values()) {
          CommitRun run = new CommitRun(shape, leftOver).write(number, fate);
          Kind outcome = run.outcome();
          run.assertTruthful(outcome);
          if (fate != WriteFate.REJECTED) {
            assertThat(outcome).as("%s of write %d", fate, number).isNull();
          }
        }
      }
    }
  }

  /** One more write than usual, because the first fate costs one. */
  @ParameterizedTest
  @EnumSource
  void everyFateOfEveryTwoWrites(CommitShape shape) {
    int writes = CommitRun.writesOf(shape, LeftOver.COMMITTED) + 1;
    for (int first = 1; first < writes; first++) {
      for (int second = first + 1; second <= writes; second++) {
        for (WriteFate firstFate : SHORT_FATES) {
          for (WriteFate secondFate : SHORT_FATES) {
            CommitRun run =
                new CommitRun(shape, LeftOver.COMMITTED)
                    .write(first, firstFate)
                    .write(second, secondFate);
            Kind outcome = run.outcome();
            run.assertTruthful(outcome);
            assertThat(outcome).as("%s, then %s", firstFate, secondFate).isNull();
          }
        }
      }
    }
  }

  /** For a while no request arrives, or no answer comes back; reads succeed. */
  @ParameterizedTest
  @EnumSource
  void everyInterruptionOfAllWrites(CommitShape shape) {
    for (LeftOver leftOver : LeftOver.values()) {
      int writes = CommitRun.writesOf(shape, leftOver);
      for (int first = 1; first <= writes; first++) {
        for (int length : List.of(3, 7, 12)) {
          for (WriteFate fate : SHORT_FATES) {
            CommitRun run = new CommitRun(shape, leftOver);
            for (int number = first; number < first + length; number++) {
              run.write(number, fate);
            }
            Kind outcome = run.outcome();
            run.assertTruthful(outcome);
          }
        }
      }
    }
  }
}
