package io.rowlock.bench.profile;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Chooses the rows of transactions: uniformly, or the written ones from a few hot rows. */
final class RowChooser {
  private final int rows;
  private final @Nullable Integer hot;

  RowChooser(int rows, @Nullable Integer hot) {
    this.rows = rows;
    this.hot = hot;
  }

  Choice choose(SplittableRandom random) {
    int first = written(random);
    int second = first;
    while (second == first) {
      second = written(random);
    }
    int readOnly = first;
    while (readOnly == first || readOnly == second) {
      readOnly = random.nextInt(rows);
    }
    byte[] value = new byte[ProfileTable.VALUE_BYTES];
    random.nextBytes(value);
    return new Choice(
        ProfileTable.key(first), ProfileTable.key(second), ProfileTable.key(readOnly), value);
  }

  /** Hot rows are spread evenly, so that they lie in all regions. */
  private int written(SplittableRandom random) {
    return hot == null
        ? random.nextInt(rows)
        : Math.toIntExact((long) random.nextInt(hot) * rows / hot);
  }
}
