package io.rowlock.it.crash;

import io.rowlock.history.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hbase.thirdparty.com.google.common.primitives.Ints;

/**
 * The actions of one transaction: each list at most once; it adds its own number to each list that
 * it changes.
 *
 * @param id of the transaction, and the element that it adds
 */
record Plan(long id, List<Move> moves) {

  /** Lists in use at any time; also twice the number of regions. */
  static final int SLOTS = 16;

  private static final long MILLIS_OF_A_LIST = 3_000;
  private static final int MOST_MOVES = 5;

  /** An action on one list. */
  enum How {
    READ,
    /** Reads the newest list of a slot and the one before, as a range. */
    SCAN,
    /** Reads the list and writes it with one more element. */
    REWRITE,
    APPEND_BLINDLY;

    boolean adds() {
      return this == REWRITE || this == APPEND_BLINDLY;
    }
  }

  /** A list and its action. */
  record Move(How how, int slot, long age) {
    String key() {
      return ListKey.of(slot, age);
    }

    String keyBefore() {
      return ListKey.of(slot, age - 1);
    }

    String keyAfter() {
      return ListKey.of(slot, age + 1);
    }
  }

  static Plan random(long id, Random random, long nowMillis) {
    List<Integer> slots = new ArrayList<>(Ints.asList(IntStream.range(0, SLOTS).toArray()));
    Collections.shuffle(slots, random);
    List<Move> moves = new ArrayList<>();
    int count = 1 + random.nextInt(MOST_MOVES);
    for (int slot : slots.subList(0, count)) {
      How how = How.values()[random.nextInt(How.values().length)];
      moves.add(new Move(how, slot, nowMillis / MILLIS_OF_A_LIST));
    }
    return new Plan(id, moves);
  }

  /** The appends that may be visible if the client dies. */
  List<Step> appends() {
    return moves.stream()
        .filter(move -> move.how().adds())
        .<Step>map(move -> new Step.Append(move.key(), id))
        .toList();
  }
}
