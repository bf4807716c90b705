package io.rowlock.it.conformance;

import org.apache.hadoop.hbase.client.Put;

/** Draws the contents of the tables before a sequence. */
final class Contents {

  private Contents() {}

  static Put put(Draw draw) {
    Put put = new Put(draw.row());
    for (int cells = 1 + draw.below(4); cells > 0; cells--) {
      byte[] family = draw.chance(3) ? Draw.G : Draw.F;
      if (draw.chance(3)) {
        put.addColumn(family, Draw.NUMBER, draw.number());
      } else {
        put.addColumn(family, draw.qualifier(), draw.value());
      }
    }
    return put;
  }
}
