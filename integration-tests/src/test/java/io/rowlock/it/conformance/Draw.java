package io.rowlock.it.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Draws the arguments of one call: the same seed and prefix give the same arguments. The space is
 * small, so that calls meet each other. Records the drawn options.
 */
final class Draw {

  static final byte[] F = Bytes.toBytes("f");
  static final byte[] G = Bytes.toBytes("g");

  /** A column that only ever contains longs. */
  static final byte[] NUMBER = Bytes.toBytes("n");

  private static final List<String> ROWS = List.of("", "a", "aa", "b", "c");
  private static final List<String> QUALIFIERS = List.of("", "a", "ab", "b");
  private static final List<String> VALUES = List.of("", "1", "12", "abc", "b", "2.5");
  private static final List<Long> NUMBERS = List.of(0L, 1L, 2L, -1L, 1000L, Long.MAX_VALUE);

  private final SplittableRandom random;
  private final String prefix;
  private final List<String> options = new ArrayList<>();
  private boolean onlyWhatIsThere;
  private boolean ofScan;
  private boolean ofReversedScan;

  /**
   * @param prefix of all rows
   */
  Draw(long seed, String prefix) {
    this.random = new SplittableRandom(seed);
    this.prefix = prefix;
  }

  /** The options drawn so far, by class and method. */
  List<String> options() {
    return options;
  }

  void note(String option) {
    options.add(option);
  }

  /** Returns true once in so many times. */
  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  /** Uses an option once in so many times. */
  void maybe(int oneIn, String option, Runnable use) {
    if (chance(oneIn)) {
      note(option);
      use.run();
    }
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Returns between one and so many values of the same kind. */
  <T> List<T> some(int most, Supplier<T> one) {
    List<T> several = new ArrayList<>();
    for (int left = 1 + below(most); left > 0; left--) {
      several.add(one.get());
    }
    return several;
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  byte[] row() {
    return Bytes.toBytes(prefix + oneOf(ROWS));
  }

  /** Returns every possible row, in a random order. */
  List<byte[]> distinctRows() {
    List<byte[]> rows = new ArrayList<>();
    for (int i = 0, first = below(ROWS.size()); i < ROWS.size(); i++) {
      rows.add(Bytes.toBytes(prefix + ROWS.get((first + i) % ROWS.size())));
    }
    return rows;
  }

  /** Returns the start of all rows. */
  byte[] prefix() {
    return Bytes.toBytes(prefix);
  }

  /** Returns the stop after all rows. */
  byte[] end() {
    return Bytes.toBytes(prefix + "~");
  }

  /** Draws nothing that a table refuses from now on, for calls that HBase performs in part. */
  void onlyWhatIsThere() {
    onlyWhatIsThere = true;
  }

  boolean isOnlyWhatIsThere() {
    return onlyWhatIsThere;
  }

  /** Draws arguments of a scan from now on. */
  void ofScan() {
    ofScan = true;
  }

  /** Draws arguments of a reversed scan from now on. */
  void ofReversedScan() {
    ofReversedScan = true;
  }

  boolean isOfReversedScan() {
    return ofReversedScan;
  }

  boolean isOfScan() {
    return ofScan;
  }

  /** Returns a family; in rare cases one that the table does not have. */
  byte[] family() {
    return chance(200) && !onlyWhatIsThere ? Bytes.toBytes("nowhere") : below(3) == 0 ? G : F;
  }

  /** Returns any family except the one with the numbers. */
  byte[] qualifier() {
    return Bytes.toBytes(oneOf(QUALIFIERS));
  }

  byte[] value() {
    return chance(4) ? number() : Bytes.toBytes(oneOf(VALUES));
  }

  byte[] number() {
    return Bytes.toBytes(amount());
  }

  long amount() {
    return oneOf(NUMBERS);
  }

  CompareOperator operator() {
    CompareOperator operator = oneOf(List.of(CompareOperator.values()));
    return operator == CompareOperator.NO_OP ? CompareOperator.EQUAL : operator;
  }

  /** Returns a seed for separate draws. */
  long seed() {
    return random.nextLong();
  }
}
