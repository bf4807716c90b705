package io.rowlock.it.crash;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file to which a client writes its history. Each line goes to the operating system at once, so
 * the death of the process loses none.
 */
final class HistoryFile {

  private final FileOutputStream file;

  /** Opens the file for writing. */
  HistoryFile(Path path) throws IOException {
    file = new FileOutputStream(path.toFile(), true);
  }

  void add(HistoryLine line) throws IOException {
    byte[] text = (line.text() + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (this) {
      file.write(text);
    }
  }

  /** Reads all lines, except an incomplete last line of a killed writer. */
  static List<HistoryLine> read(Path path) throws IOException {
    List<HistoryLine> lines = new ArrayList<>();
    if (Files.exists(path)) {
      String text = Files.readString(path);
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      whole.lines().map(HistoryLine::read).forEach(lines::add);
    }
    return lines;
  }
}
