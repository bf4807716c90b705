package io.rowlock.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out which of the standard streams are terminals, which Java itself does not offer. */
final class TerminalCheck {

  static final Path OUT = Path.of("/proc/self/fd/1");
  static final Path ERR = Path.of("/proc/self/fd/2");

  private TerminalCheck() {}

  /** Returns false also if the system does not show it: plain lines are readable everywhere. */
  static boolean isTerminal(Path descriptor) {
    try {
      String device = Files.readSymbolicLink(descriptor).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }
}
