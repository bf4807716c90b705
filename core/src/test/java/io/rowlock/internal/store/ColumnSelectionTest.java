package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnSelectionTest {

  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] R = Bytes.toBytes("r");

  @Test
  void everythingIncludesEveryColumn() {
    assertThat(ColumnSelection.ALL.includes(F, Q)).isTrue();
    assertThat(ColumnSelection.ALL.isAll()).isTrue();
    assertThat(ColumnSelection.ALL.isLockOnly()).isFalse();
    assertThat(ColumnSelection.ALL.families()).isEmpty();
  }

  @Test
  void lockOnlyIncludesNoColumn() {
    assertThat(ColumnSelection.LOCK_ONLY.includes(F, Q)).isFalse();
    assertThat(ColumnSelection.LOCK_ONLY.isAll()).isFalse();
    assertThat(ColumnSelection.LOCK_ONLY.isLockOnly()).isTrue();
    assertThat(ColumnSelection.LOCK_ONLY.families()).isEmpty();
  }

  /** As in HBase: a request that names nothing selects everything. */
  @Test
  void emptyMapSelectsEverything() {
    assertThat(ColumnSelection.of(familyMap()).isAll()).isTrue();
  }

  @Test
  void familyWithoutQualifiersIsSelectedWhole() {
    NavigableMap<byte[], @Nullable NavigableSet<byte[]>> families = familyMap();
    families.put(F, null);
    families.put(G, qualifiers());

    ColumnSelection selection = ColumnSelection.of(families);

    assertThat(selection.includes(F, Q)).isTrue();
    assertThat(selection.includes(G, R)).isTrue();
    assertThat(selection.isAll()).isFalse();
  }

  @Test
  void qualifiersSelectNothingElseOfTheirFamily() {
    ColumnSelection selection = select(F, Q);

    assertThat(selection.includes(F, Q)).isTrue();
    assertThat(selection.includes(F, R)).isFalse();
    assertThat(selection.includes(G, Q)).isFalse();
  }

  @Test
  void cellsAreJudgedByTheirColumn() {
    ColumnSelection selection = select(F, Q);

    assertThat(selection.includes(new KeyValue(R, F, Q, 1, R))).isTrue();
    assertThat(selection.includes(new KeyValue(R, F, R, 1, R))).isFalse();
  }

  @Test
  void laterChangesOfTheMapDoNotCount() {
    NavigableSet<byte[]> qualifiers = qualifiers(Q);
    NavigableMap<byte[], @Nullable NavigableSet<byte[]>> families = familyMap();
    families.put(F, qualifiers);
    ColumnSelection selection = ColumnSelection.of(families);

    qualifiers.add(R);
    families.put(G, null);

    assertThat(selection.includes(F, R)).isFalse();
    assertThat(selection.includes(G, Q)).isFalse();
  }

  @Test
  void wholeFamilySwallowsItsQualifiers() {
    NavigableMap<byte[], @Nullable NavigableSet<byte[]>> families = familyMap();
    families.put(F, null);
    ColumnSelection family = ColumnSelection.of(families);

    assertThat(family.and(select(F, Q)).families().get(F)).isEmpty();
    assertThat(select(F, Q).and(family).families().get(F)).isEmpty();
  }

  @Test
  void togetherTwoSelectionsIncludeWhatEitherDoes() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000; i++) {
      ColumnSelection left = randomSelection(random);
      ColumnSelection right = randomSelection(random);
      ColumnSelection both = left.and(right);
      for (byte[] family : List.of(F, G)) {
        for (byte[] qualifier : List.of(Q, R)) {
          assertThat(both.includes(family, qualifier))
              .isEqualTo(left.includes(family, qualifier) || right.includes(family, qualifier));
        }
      }
      assertThat(both.isLockOnly()).isEqualTo(left.isLockOnly() && right.isLockOnly());
    }
  }

  private static ColumnSelection randomSelection(SplittableRandom random) {
    NavigableMap<byte[], @Nullable NavigableSet<byte[]>> families = familyMap();
    List<byte[]> some = new ArrayList<>();
    for (byte[] family : List.of(F, G)) {
      some.clear();
      if (random.nextBoolean()) {
        some.add(Q);
      }
      if (random.nextBoolean()) {
        some.add(R);
      }
      if (random.nextBoolean()) {
        families.put(family, qualifiers(some.toArray(byte[][]::new)));
      }
    }
    return random.nextInt(5) == 0 ? ColumnSelection.LOCK_ONLY : ColumnSelection.of(families);
  }

  private static ColumnSelection select(byte[] family, byte[] qualifier) {
    NavigableMap<byte[], @Nullable NavigableSet<byte[]>> families = familyMap();
    families.put(family, qualifiers(qualifier));
    return ColumnSelection.of(families);
  }

  private static NavigableMap<byte[], @Nullable NavigableSet<byte[]>> familyMap() {
    return new TreeMap<>(Bytes.BYTES_COMPARATOR);
  }

  private static NavigableSet<byte[]> qualifiers(byte[]... qualifiers) {
    NavigableSet<byte[]> set = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    set.addAll(Arrays.asList(qualifiers));
    return set;
  }
}
