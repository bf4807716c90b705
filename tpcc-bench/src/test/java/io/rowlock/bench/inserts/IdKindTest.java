package io.rowlock.bench.inserts;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.inserts.Series.IdKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdKindTest {
  private static final int MANY = 20_000;

  @ParameterizedTest
  @EnumSource
  void everyNumberHasAnIdOfItsOwn(IdKind kind) {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      ids.add(Bytes.toStringBinary(kind.id(1, i)));
    }
    assertThat(ids).hasSize(MANY);
  }

  @Test
  void sequentialIdsAreInTheirOrderAndInOneOfManyRegions() {
    List<byte[]> ids = ids(IdKind.SEQ);
    assertThat(ids).isSortedAccordingTo(Bytes.BYTES_COMPARATOR);
    assertThat(perRegion(ids, 8)).startsWith(MANY);
  }

  @ParameterizedTest
  @EnumSource(names = {"UUID", "SEQ_SALTED"})
  void othersAreSpreadEvenly(IdKind kind) {
    assertThat(perRegion(ids(kind), 8)).hasSize(8).allMatch(count -> count > MANY / 8 * 0.9);
  }

  @Test
  void seedMakesOtherRandomIds() {
    assertThat(IdKind.UUID.id(1, 5)).hasSize(16).isNotEqualTo(IdKind.UUID.id(2, 5));
  }

  private static List<byte[]> ids(IdKind kind) {
    List<byte[]> ids = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      ids.add(kind.id(1, i));
    }
    return ids;
  }

  private static List<Integer> perRegion(List<byte[]> ids, int regions) {
    byte[][] splits = InsertTables.splits(regions);
    List<Integer> counts = new ArrayList<>(Collections.nCopies(regions, 0));
    for (byte[] id : ids) {
      int region = 0;
      while (region < splits.length && Bytes.compareTo(id, splits[region]) >= 0) {
        region++;
      }
      counts.set(region, counts.get(region) + 1);
    }
    return counts;
  }
}
