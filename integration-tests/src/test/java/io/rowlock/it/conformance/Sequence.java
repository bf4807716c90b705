package io.rowlock.it.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Put;

/**
 * A sequence of calls on a few rows, generated from seeds.
 *
 * @param number of the sequence in the run, and its seed
 * @param contents seeds of the puts before the first call
 */
record Sequence(long number, List<Long> contents, List<Step> steps) {

  /**
   * One call.
   *
   * @param seed of the call
   * @param commits whether the transaction ends after this call, and the next one begins
   */
  record Step(long seed, boolean commits) {}

  /** The shape of the transactions of a sequence. */
  private enum Shape {
    ONE,
    ONE_PER_CALL,
    SOME
  }

  static Sequence of(long number) {
    SplittableRandom random = new SplittableRandom(number);
    Shape shape = Shape.values()[random.nextInt(3)];
    List<Long> contents = new ArrayList<>();
    for (int left = random.nextInt(6); left > 0; left--) {
      contents.add(random.nextLong());
    }
    List<Step> steps = new ArrayList<>();
    for (int left = 5 + random.nextInt(3); left > 0; left--) {
      boolean commits = random.nextInt(4) == 0;
      steps.add(
          new Step(
              random.nextLong(), shape == Shape.ONE_PER_CALL || (shape == Shape.SOME && commits)));
    }
    return new Sequence(number, contents, steps);
  }

  /** Returns the sequence without one of its steps. */
  Sequence withoutStep(int index) {
    List<Step> left = new ArrayList<>(steps);
    left.remove(index);
    return new Sequence(number, contents, left);
  }

  Sequence withoutContent(int index) {
    List<Long> left = new ArrayList<>(contents);
    left.remove(index);
    return new Sequence(number, left, steps);
  }

  /** Returns the initial contents of the table. */
  List<Put> puts(String prefix) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (long seed : contents) {
      Draw draw = new Draw(seed, prefix);
      puts.add(Contents.put(draw));
    }
    return puts;
  }
}
