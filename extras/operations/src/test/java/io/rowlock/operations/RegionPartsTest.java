package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.RowRange;
import java.util.Arrays;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges are cut at the boundaries of regions, and nothing is lost at the cuts. */
class RegionPartsTest {

  private static final TableName TABLE = TableName.valueOf("t");

  @ParameterizedTest
  @CsvSource({
    "'',  '',  '',    '[..]'",
    "'',  '',  ',b',  '[..b, b..]'",
    "'a', 'c', ',b',  '[a..b, b..c]'",
    "'b', 'c', ',b',  '[b..c]'",
    "'a', 'b', ',b',  '[a..b]'",
    "'c', '',  ',b',  '[c..]'",
    "'',  'a', ',b',  '[..a]'",
    "'b1','b2',',b,c','[b1..b2]'",
    "'',  '',  ',b,c','[..b, b..c, c..]'",
  })
  void cuts(String start, String stop, String starts, String expected) {
    LockRange range = LockRange.of(TABLE, Bytes.toBytes(start), Bytes.toBytes(stop));
    byte[][] keys =
        Arrays.stream(starts.split(",", -1)).distinct().map(Bytes::toBytes).toArray(byte[][]::new);

    assertThat(RegionParts.of(keys, range).stream().map(RegionPartsTest::text).toList())
        .hasToString(expected);
  }

  private static String text(RowRange part) {
    return Bytes.toString(part.first()) + ".." + Bytes.toString(part.last());
  }
}
