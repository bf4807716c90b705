package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class StoredLockTest {

  @Test
  void equalByBytesAndTime() {
    StoredLock lock = new StoredLock(new byte[] {1, 2}, 10);

    assertThat(lock)
        .isEqualTo(new StoredLock(new byte[] {1, 2}, 10))
        .hasSameHashCodeAs(new StoredLock(new byte[] {1, 2}, 10))
        .isNotEqualTo(new StoredLock(new byte[] {1, 3}, 10))
        .isNotEqualTo(new StoredLock(new byte[] {1, 2}, 11));
  }

  @Test
  void rowWithoutLockHasLockTimeZero() {
    RowKey key = new RowKey(TableName.valueOf("table"), new byte[] {1});

    assertThat(new StoredRow(key, List.of(), null).lockTime()).isZero();
    assertThat(new StoredRow(key, List.of(), new StoredLock(new byte[] {1}, 10)).lockTime())
        .isEqualTo(10);
  }
}
