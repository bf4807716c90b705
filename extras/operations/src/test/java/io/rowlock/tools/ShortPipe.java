package io.rowlock.tools;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A pipe whose reader goes away after some lines. */
final class ShortPipe extends OutputStream {

  private final ByteArrayOutputStream read = new ByteArrayOutputStream();
  private int linesLeft;

  ShortPipe(int lines) {
    this.linesLeft = lines;
  }

  @Override
  public void write(int value) throws IOException {
    if (linesLeft == 0) {
      throw new IOException("Broken pipe");
    }
    read.write(value);
    linesLeft -= value == '\n' ? 1 : 0;
  }

  String text() {
    return read.toString(StandardCharsets.UTF_8);
  }
}
