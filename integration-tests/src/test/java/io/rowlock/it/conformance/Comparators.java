package io.rowlock.it.conformance;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.BitComparator.BitwiseOp;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.util.Bytes;

/** Draws comparators of filters: every built-in one. */
final class Comparators {

  private static final Map<Class<?>, BiFunction<Draw, byte[], ByteArrayComparable>> OF_ANYTHING =
      new LinkedHashMap<>();
  private static final Map<Class<?>, BiFunction<Draw, byte[], ByteArrayComparable>> OF_VALUES =
      new LinkedHashMap<>();
  private static final Map<Class<?>, BiFunction<Draw, byte[], ByteArrayComparable>> OF_ROWS =
      new LinkedHashMap<>();
  private static final Map<Class<?>, BiFunction<Draw, byte[], ByteArrayComparable>> OF_NUMBERS =
      Map.of(LongComparator.class, (d, bytes) -> new LongComparator(d.amount()));

  static {
    OF_ANYTHING.put(BinaryComparator.class, (d, bytes) -> new BinaryComparator(bytes));
    OF_ANYTHING.put(BinaryPrefixComparator.class, (d, bytes) -> new BinaryPrefixComparator(bytes));
    OF_ANYTHING.put(
        RegexStringComparator.class,
        (d, bytes) -> new RegexStringComparator(d.oneOf(List.of("^[a-c].*", ".*1.*", ".*b$"))));
    OF_ANYTHING.put(
        SubstringComparator.class,
        (d, bytes) -> new SubstringComparator(d.oneOf(List.of("a", "b", "1"))));
    OF_VALUES.putAll(OF_ANYTHING);
    OF_VALUES.put(
        BigDecimalComparator.class, (d, bytes) -> new BigDecimalComparator(BigDecimal.ONE));
    OF_VALUES.put(
        BitComparator.class,
        (d, bytes) -> new BitComparator(bytes, d.oneOf(List.of(BitwiseOp.values()))));
    OF_VALUES.put(NullComparator.class, (d, bytes) -> new NullComparator());
    OF_ROWS.putAll(OF_ANYTHING);
    OF_ROWS.put(
        BinaryComponentComparator.class,
        (d, bytes) -> new BinaryComponentComparator(Bytes.head(bytes, 2), d.below(2)));
  }

  private Comparators() {}

  /** The classes that can be drawn. */
  static Collection<Class<?>> drawn() {
    Set<Class<?>> drawn = new HashSet<>(OF_VALUES.keySet());
    drawn.addAll(OF_ROWS.keySet());
    drawn.addAll(OF_NUMBERS.keySet());
    return drawn;
  }

  /**
   * Draws comparators for values of any length. A BigDecimalComparator fails on some values, and
   * HBase's scan then fails before it has returned the earlier rows.
   */
  static ByteArrayComparable ofValues(Draw draw) {
    ByteArrayComparable any = of(draw, draw.value(), OF_VALUES);
    return any instanceof BigDecimalComparator && (draw.isOnlyWhatIsThere() || draw.isOfScan())
        ? new NullComparator()
        : any;
  }

  /**
   * Draws comparators for longs: for other values HBase compares the bytes that follow by chance.
   */
  static ByteArrayComparable ofNumbers(Draw draw) {
    return of(draw, draw.number(), OF_NUMBERS);
  }

  /** Draws comparators for rows, which are never shorter than the compared value. */
  static ByteArrayComparable ofRows(Draw draw) {
    return of(draw, draw.row(), OF_ROWS);
  }

  static ByteArrayComparable of(Draw draw, byte[] bytes) {
    return of(draw, bytes, OF_ANYTHING);
  }

  private static ByteArrayComparable of(
      Draw draw, byte[] bytes, Map<Class<?>, BiFunction<Draw, byte[], ByteArrayComparable>> kinds) {
    Class<?> type = draw.oneOf(List.copyOf(kinds.keySet()));
    draw.note(type.getSimpleName());
    return kinds.get(type).apply(draw, bytes);
  }
}
