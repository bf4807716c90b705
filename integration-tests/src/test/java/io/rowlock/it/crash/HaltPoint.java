package io.rowlock.it.crash;

import io.rowlock.it.kit.faults.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/**
 * A step at which a client ends itself: before it sends a request, or when it receives the answer.
 *
 * @param number of the request among those of its kind, counted from 1 after the warm-up
 */
record HaltPoint(ProtocolStep step, int number, Fault side) {

  private static final int NUMBERS = 2;

  /** Returns every step, on both sides, in random order. */
  static List<HaltPoint> all(Random random) {
    List<HaltPoint> all = new ArrayList<>();
    for (ProtocolStep step : ProtocolStep.values()) {
      for (int number = 1; number <= NUMBERS; number++) {
        all.add(new HaltPoint(step, number, Fault.HALT_BEFORE));
        all.add(new HaltPoint(step, number, Fault.HALT_AFTER));
      }
    }
    Collections.shuffle(all, random);
    return all;
  }

  /** Returns the point as one argument of a command. */
  String text() {
    return step + ":" + number + ":" + side;
  }

  static HaltPoint parse(String text) {
    List<String> parts = Splitter.on(':').splitToList(text);
    return new HaltPoint(
        ProtocolStep.valueOf(parts.get(0)),
        Integer.parseInt(parts.get(1)),
        Fault.valueOf(parts.get(2)));
  }

  /** Returns the step and the side, as figures count them. */
  String where() {
    return (side == Fault.HALT_BEFORE ? "before " : "after ") + step;
  }
}
