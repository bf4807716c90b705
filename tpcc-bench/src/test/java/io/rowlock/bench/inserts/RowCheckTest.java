package io.rowlock.bench.inserts;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.inserts.Series.IdKind;
import io.rowlock.bench.inserts.Series.InsertMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowCheckTest {

  @ParameterizedTest
  @CsvSource({
    "TX, 10, 0, 10, 10, true",
    "TX, 10, 2, 10, 10, true",
    "TX, 10, 2, 12, 12, true",
    "TX_2ROW, 10, 0, 20, 10, true",
    "TX, 10, 0, 9, 9, false",
    "TX, 10, 0, 11, 11, false",
    "TX, 10, 2, 13, 13, false",
    "TX, 10, 0, 10, 9, false",
    "TX_2ROW, 10, 0, 19, 10, false",
    "TX_2ROW, 10, 0, 20, 9, false",
  })
  void acknowledgedRecordsAreThereOnceAndWhole(
      InsertMode mode, long acknowledged, long failed, long rows, long whole, boolean holds) {
    Series series = new Series(1, IdKind.UUID, mode);
    assertThat(new RowCheck(series, acknowledged, failed, rows, whole).holds()).isEqualTo(holds);
  }
}
