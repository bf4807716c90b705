package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.LostException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetriesTest {
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void lostAttemptsAreRepeated() throws IOException {
    Retries retries = new Retries(limited(3));
    retries.run(() -> loseFirst(2));
    assertThat(attempts).hasValue(3);
    assertThat(retries.conflicts()).isEqualTo(2);
  }

  @Test
  void thereAreNoMoreAttemptsThanAllowed() {
    Retries retries = new Retries(limited(3));
    assertThatThrownBy(() -> retries.run(() -> loseFirst(9))).isInstanceOf(LostException.class);
    assertThat(attempts).hasValue(3);
    assertThat(retries.conflicts()).isEqualTo(3);
  }

  @Test
  void timeIsLimitedToo() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .firstDelay(Duration.ofMillis(1))
            .maxDelay(Duration.ofMillis(2))
            .maxElapsed(Duration.ofMillis(500))
            .build();
    assertThatThrownBy(() -> new Retries(policy).run(() -> loseFirst(Integer.MAX_VALUE)))
        .isInstanceOf(LostException.class);
    assertThat(attempts).hasValueGreaterThan(5);
  }

  @Test
  void otherFailuresAreNotRepeated() {
    Retries retries = new Retries(limited(3));
    assertThatThrownBy(
            () ->
                retries.run(
                    () -> {
                      attempts.incrementAndGet();
                      throw new IOException("gone");
                    }))
        .hasMessage("gone");
    assertThat(attempts).hasValue(1);
  }

  private void loseFirst(int lost) throws LostException {
    if (attempts.incrementAndGet() <= lost) {
      throw new LostException("lost");
    }
  }

  private static RetryPolicy limited(int attempts) {
    return RetryPolicy.builder().firstDelay(Duration.ofNanos(1)).maxAttempts(attempts).build();
  }
}
