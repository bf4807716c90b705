package io.rowlock.bench.micro.jmh;

import com.google.common.base.Splitter;
import java.util.List;

/** How many rows a transaction writes, and over how many regions they are spread. */
record Shape(int rows, int regions) {

  /** From {@code "10x4"}: ten rows in four regions. */
  static Shape of(String text) {
    List<String> parts = Splitter.on('x').splitToList(text);
    return new Shape(Integer.parseInt(parts.get(0)), Integer.parseInt(parts.get(1)));
  }
}
