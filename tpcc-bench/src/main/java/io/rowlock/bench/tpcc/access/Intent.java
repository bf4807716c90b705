package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.layout.Row;
import java.nio.ByteBuffer;

/** What is to be written into a row, as one value: lengths and bytes of names and values. */
final class Intent {
  /** Of all cells; a put has one cell at least. */
  static final byte[] DELETE = {0};

  private Intent() {}

  static byte[] encode(Row cells) {
    int length =
        1
            + cells.cells().entrySet().stream()
                .mapToInt(cell -> 2 * Integer.BYTES + cell.getKey().length + cell.getValue().length)
                .sum();
    ByteBuffer encoded = ByteBuffer.allocate(length).put((byte) 1);
    cells
        .cells()
        .forEach(
            (name, value) -> encoded.putInt(name.length).put(name).putInt(value.length).put(value));
    return encoded.array();
  }
}
