package io.rowlock.internal.protocol.longread;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.longread.UnrolledRows.Unrolled;
import io.rowlock.internal.store.RowKey;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnrolledRowsTest {

  private static final int MOST = 10_000;

  private final TransactionId owner = TransactionId.fresh(new Random(1)::nextLong);
  private final UnrolledRows rows = new UnrolledRows();

  private Unrolled row(int number) {
    return new Unrolled(new RowReference(key("row " + number), 5), owner);
  }

  @Test
  void whatIsKnownNowDoesNotChangeLater() {
    rows.add(row(1));
    Map<RowKey, Unrolled> known = rows.now();
    rows.add(row(2));
    assertThat(known.values()).containsExactly(row(1));
    assertThat(rows.now().values()).containsExactlyInAnyOrder(row(1), row(2));
  }

  @Test
  void anotherLockOfTheRowIsUnknown() {
    rows.add(row(1));
    TransactionId other = TransactionId.fresh(new Random(2)::nextLong);
    assertThat(rows.now().values())
        .doesNotContain(new Unrolled(new RowReference(key("row 1"), 6), owner))
        .doesNotContain(new Unrolled(new RowReference(key("row 1"), 5), other));
  }

  @Test
  void rolledRowIsForgotten() {
    rows.add(row(1));
    rows.add(row(2));
    rows.forget(row(1));
    assertThat(rows.now().values()).containsExactly(row(2));
  }

  @Test
  void newerLockOfTheRowReplacesTheOlder() {
    Unrolled newer = new Unrolled(new RowReference(key("row 1"), 6), owner);
    rows.add(row(1));
    rows.add(newer);
    rows.forget(row(1));
    assertThat(rows.now().values()).containsExactly(newer);
  }

  @Test
  void theLatestAreRemembered() {
    for (int i = 0; i <= MOST; i++) {
      rows.add(row(i));
      rows.add(row(i));
    }
    assertThat(rows.now().values())
        .hasSize(MOST)
        .contains(row(1), row(MOST))
        .doesNotContain(row(0));
  }
}
