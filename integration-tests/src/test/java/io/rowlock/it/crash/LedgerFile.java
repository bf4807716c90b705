package io.rowlock.it.crash;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a client writes down what it does. Each line is handed to the operating system at once, so
 * that the death of the process takes none away.
 */
final class LedgerFile {

  private final FileOutputStream file;

  /** For the client that writes it. */
  LedgerFile(Path path) throws IOException {
    file = new FileOutputStream(path.toFile(), true);
  }

  void add(LedgerLine line) throws IOException {
    byte[] text = (line.text() + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (this) {
      file.write(text);
    }
  }

  /** All of it but a last line that its writer did not live to end. */
  static List<LedgerLine> read(Path path) throws IOException {
    List<LedgerLine> lines = new ArrayList<>();
    if (Files.exists(path)) {
      String text = Files.readString(path);
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      whole.lines().map(LedgerLine::read).forEach(lines::add);
    }
    return lines;
  }
}
