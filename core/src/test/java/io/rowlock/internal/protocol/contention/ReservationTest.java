package io.rowlock.internal.protocol.contention;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.RowKey;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A combination that was dissolved may end late: beside the commits of its members. */
class ReservationTest {

  private static final List<RowKey> ROWS = List.of(key("a"));

  private final VirtualTime time = new VirtualTime();
  private final RowQueue queue = new RowQueue(time.environment(1), Duration.ofSeconds(1), 8);
  private final Reservation reservation =
      time.await(queue.take(new RowTurn(queue, ROWS, null, OptionalLong.empty())));
  private final CompletableFuture<Void> rolledForward = new CompletableFuture<>();
  private final CompletableFuture<Void> rolledBack = new CompletableFuture<>();

  @Test
  void turnLastsUntilTheLateAttemptIsTakenBackAndTheOtherIsRolledForward() {
    reservation.keepTurnUntil(rolledForward);
    reservation.keepTurnWhileTakenBack(rolledBack);
    reservation.release();

    rolledBack.complete(null);
    assertThat(queue.isAnyTaken(ROWS)).isTrue();
    rolledForward.complete(null);
    assertThat(queue.isAnyTaken(ROWS)).isFalse();
  }

  @Test
  void turnLastsUntilTheFirstAttemptIsTakenBack() {
    reservation.keepTurnWhileTakenBack(rolledBack);
    reservation.keepTurnUntil(rolledForward);
    reservation.release();

    rolledForward.complete(null);
    assertThat(queue.isAnyTaken(ROWS)).isTrue();
    rolledBack.completeExceptionally(new IllegalStateException("left to the next client"));
    assertThat(queue.isAnyTaken(ROWS)).isFalse();
  }
}
