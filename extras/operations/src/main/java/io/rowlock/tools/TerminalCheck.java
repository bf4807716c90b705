package io.rowlock.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out which of the standard streams are terminals, which Java itself does not offer. */
final class TerminalCheck {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final int OUT = 1;
  private static final int ERR = 2;

  private TerminalCheck() {}

  static boolean isOutTerminal() {
    return isTerminal(DESCRIPTORS.resolve(Integer.toString(OUT)));
  }

  static boolean isErrTerminal() {
    return isTerminal(DESCRIPTORS.resolve(Integer.toString(ERR)));
  }

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
