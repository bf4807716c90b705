package io.rowlock.internal.protocol.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TransactionIdTest {

  @Test
  void shownAsAllOfItsDigits() {
    assertThat(new TransactionId(1, 0xabcdefL)).hasToString("00000000000000010000000000abcdef");
    assertThat(new TransactionId(-1, Long.MIN_VALUE))
        .hasToString("ffffffffffffffff8000000000000000");
  }

  /** Ids have the same order as their text. */
  @Test
  void orderedUnsigned() {
    assertThat(new TransactionId(1, 0)).isLessThan(new TransactionId(-1, 0));
    assertThat(new TransactionId(1, 5)).isLessThan(new TransactionId(1, -5));
    assertThat(new TransactionId(1, -5)).isLessThan(new TransactionId(2, 5));
    assertThat(new TransactionId(1, 5)).isEqualByComparingTo(new TransactionId(1, 5));
  }

  @Test
  void freshOnesDiffer() {
    SplittableRandom random = new SplittableRandom(1);
    Set<TransactionId> ids = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      ids.add(TransactionId.fresh(random::nextLong));
    }

    assertThat(ids).hasSize(10_000);
  }
}
