package io.rowlock.internal.protocol.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import org.junit.jupiter.api.Test;

/** The meaning of a failed commit depends on whether a request has left that can commit. */
class CommitGateTest {

  private final CommitGate gate = new CommitGate();
  private final Error broken = new StackOverflowError("of nobody");

  @Test
  void errorBeforeAnythingIsSentIsSurelyNoCommit() {
    assertThat(failure())
        .isInstanceOfSatisfying(
            ProtocolFailure.class,
            known -> assertThat(known.kind()).isEqualTo(ProtocolFailure.Kind.STORE))
        .hasCause(broken);
  }

  @Test
  void whatAnErrorLeavesBehindCannotCommit() {
    assertThat(failure()).isNotNull();
    assertThat(catchThrowable(gate::pass)).isInstanceOf(ProtocolFailure.class);
    assertThat(gate.isPassed()).isFalse();
  }

  @Test
  void errorAfterwardsPromisesNothing() {
    gate.pass();
    assertThat(failure()).isSameAs(broken);

    gate.committed();
    assertThat(failure()).isSameAs(broken);
  }

  @Test
  void attemptThatIsTakenBackWasNoCommit() {
    gate.pass();
    gate.reopen();

    assertThat(failure()).isInstanceOf(ProtocolFailure.class);
  }

  @Test
  void aStopThatCameTooLateCountsOnceTheAttemptIsLost() {
    ProtocolFailure tooSlow = ProtocolFailure.timeout("too slow");
    gate.pass();
    assertThat(gate.shut(tooSlow)).isFalse();
    gate.reopen();

    assertThat(catchThrowable(gate::check)).isSameAs(tooSlow);
    assertThat(catchThrowable(gate::pass)).isSameAs(tooSlow);
  }

  @Test
  void whatPromisesSoByItselfStaysWhatItIs() {
    ProtocolFailure refused = ProtocolFailure.illegal(null, "refused");

    assertThat(gate.judge(refused)).isSameAs(refused);
  }

  private Throwable failure() {
    return gate.judge(broken);
  }
}
