package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Query;
import java.util.List;
import java.util.stream.IntStream;

/** Asks for the lines of an order. */
final class OrderLines {
  private OrderLines() {}

  /**
   * All of them.
   *
   * @param most how many there can be: none is ever added to an order
   */
  static Query of(int w, int d, long o, int most, Column... columns) {
    return new Query.InRange(
        KeyRange.linesOf(w, d, o),
        List.of(columns),
        0,
        IntStream.rangeClosed(1, most).mapToObj(number -> Keys.orderLine(w, d, o, number)).toList(),
        false);
  }
}
