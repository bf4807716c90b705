package io.rowlock.bench.micro.profile;

import io.rowlock.bench.micro.profile.Operations.Choice;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the rows of transactions: uniformly, or the written ones from a few hot rows.
 *
 * @param regionsApart when more than one, both written rows lie in different ones of so many
 *     regions
 */
record RowChooser(int rows, @Nullable Integer hot, int regionsApart) {

  Choice choose(SplittableRandom random) {
    int first = written(random);
    int second = first;
    while (second == first || (regionsApart > 1 && region(second) == region(first))) {
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

  /** The row with which a region of a table begins. */
  static int firstRow(int region, int rows, int regions) {
    return Math.toIntExact((long) region * rows / regions);
  }

  private int region(int row) {
    int region = 0;
    while (region + 1 < regionsApart && row >= firstRow(region + 1, rows, regionsApart)) {
      region++;
    }
    return region;
  }

  /** Hot rows are spread evenly, so that they lie in all regions. */
  private int written(SplittableRandom random) {
    return hot == null
        ? random.nextInt(rows)
        : Math.toIntExact((long) random.nextInt(hot) * rows / hot);
  }
}
