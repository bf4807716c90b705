package io.rowlock.metrics;

import java.util.regex.Pattern;

/** Separates code from comments. */
final class Comments {

  /** Text blocks, strings and characters come first: what looks like a comment in them is none. */
  private static final Pattern TOKENS =
      Pattern.compile(
          "(?s)(\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])*+')"
              + "|/\\*.*?\\*/|//[^\\n]*+");

  private static final Pattern BLANKED = Pattern.compile("[^\\n]");

  private Comments() {}

  /** Returns the source with blanks in place of comments; every line stays where it is. */
  static String blanked(String source) {
    return TOKENS
        .matcher(source)
        .replaceAll(
            token ->
                token.group(1) != null ? "$0" : BLANKED.matcher(token.group()).replaceAll(" "));
  }

  /** Returns how many lines contain anything but blanks. */
  static int filledLines(String text) {
    return (int) text.lines().filter(line -> !line.isBlank()).count();
  }
}
