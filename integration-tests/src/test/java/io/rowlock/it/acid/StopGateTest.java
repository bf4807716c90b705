package io.rowlock.it.acid;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StopGateTest {
  private final StopGate gate = new StopGate();

  @BeforeEach
  void stopWhenTheFirstRegionIsLocked() {
    gate.stopAt(StopPoint.FIRST_PREWRITTEN, false);
    gate.beginCommit();
  }

  @Test
  void isStoppedWhenWhatWasSentIsAnswered() {
    assertThat(gate.beforeSending(RpcKind.PREWRITE)).isCompleted();
    CompletableFuture<?> second = gate.beforeSending(RpcKind.PREWRITE);
    assertThat(second).isNotDone();
    assertThat(gate.stopped()).isNotDone();
    assertThat(gate.afterAnswer(RpcKind.PREWRITE)).isCompleted();
    assertThat(gate.stopped()).isCompleted();
    gate.goOn();
    assertThat(second).isCompleted();
    assertThat(gate.beforeSending(RpcKind.PREWRITE)).isCompleted();
  }

  @Test
  void nothingOfTheDeadGetsOut() {
    assertThat(gate.beforeSending(RpcKind.PREWRITE)).isCompleted();
    CompletableFuture<?> held = gate.beforeSending(RpcKind.PREWRITE);
    gate.die();
    assertThat(held).isCompletedExceptionally();
    assertThat(gate.beforeSending(RpcKind.POINT_READ)).isCompletedExceptionally();
  }

  @Test
  void whatWasSentBeforeTheCommitIsNoStepOfIt() {
    gate.stopAt(StopPoint.BEFORE_PREWRITE, false);
    assertThat(gate.beforeSending(RpcKind.PREWRITE)).isCompleted();
    gate.beginCommit();
    assertThat(gate.beforeSending(RpcKind.PREWRITE)).isNotDone();
    assertThat(gate.stopped()).isNotDone();
    assertThat(gate.afterAnswer(RpcKind.PREWRITE)).isCompleted();
    assertThat(gate.stopped()).isCompleted();
  }
}
