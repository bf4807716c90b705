package io.rowlock.internal.protocol.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.RowRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowVersionsTest {

  private static final TableName TABLE = TableName.valueOf("t");

  private final Random random = new Random(7);
  private final NavigableMap<byte[], Long> expected = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsAreFoundAndOthersAreNot(boolean reversed) {
    for (int rows : new int[] {0, 1, 2, 511, 512, 513, 2_000}) {
      RowVersions versions = fill(rows, reversed);

      expected.forEach((row, version) -> assertThat(versions.versionOf(row)).isEqualTo(version));
      for (int i = 0; i < 500; i++) {
        byte[] row = key();
        assertThat(versions.versionOf(row)).isEqualTo(expected.getOrDefault(row, 0L));
      }
      assertThat(versions.newest())
          .isEqualTo(expected.isEmpty() ? 0L : (long) Collections.max(expected.values()));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partsHoldTheRowsOfTheirRange(boolean reversed) {
    RowVersions versions = fill(1_500, reversed);
    for (int i = 0; i < 200; i++) {
      byte[] last = i % 10 == 0 ? new byte[0] : key();
      RowRange range = new RowRange(TABLE, key(), random.nextBoolean(), last, random.nextBoolean());
      NavigableMap<byte[], Long> found = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      versions.forEachIn(range, found::put);

      NavigableMap<byte[], Long> inRange = new TreeMap<>(expected);
      inRange.keySet().removeIf(row -> !range.contains(row));
      assertThat(found).isEqualTo(inRange);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsComeInTheOrderOfTheScan(boolean reversed) {
    List<String> rows = new ArrayList<>();
    fill(600, reversed).forEach((row, version) -> rows.add(Bytes.toStringBinary(row)));

    NavigableMap<byte[], Long> order = reversed ? expected.descendingMap() : expected;
    assertThat(rows).isEqualTo(order.keySet().stream().map(Bytes::toStringBinary).toList());
  }

  private RowVersions fill(int rows, boolean reversed) {
    expected.clear();
    while (expected.size() < rows) {
      expected.put(key(), 1L + random.nextInt(1_000_000));
    }
    RowVersions versions = new RowVersions(reversed);
    (reversed ? expected.descendingMap() : expected).forEach(versions::add);
    return versions;
  }

  private byte[] key() {
    byte[] key = new byte[1 + random.nextInt(3)];
    random.nextBytes(key);
    return key;
  }
}
