package io.rowlock.coverage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The reason why branches of a line are not taken by a simulation.
 *
 * @param type the class that the source file is named after, without its package
 * @param text the line, without the blanks around it
 */
public record Argument(String type, String text, String why) {

  private static final String FILE = "arguments.txt";

  /** How the reason begins if some runs of this length take the branches, and others do not. */
  private static final String RARE = "Rare: ";

  /**
   * Returns the list in the file beside this class: a paragraph of three lines for each argument,
   * with the class, the line of source, and the reason.
   */
  public static List<Argument> all() {
    try (InputStream in = Argument.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("There is no " + FILE);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Argument> parse(String text) {
    List<Argument> arguments = new ArrayList<>();
    for (String paragraph : text.strip().split("\n\n+", -1)) {
      List<String> lines =
          paragraph.lines().map(String::strip).filter(line -> !line.startsWith("#")).toList();
      if (lines.size() == 3) {
        arguments.add(new Argument(lines.get(0), lines.get(1), lines.get(2)));
      } else if (!lines.isEmpty() && !lines.equals(List.of(""))) {
        throw new IllegalArgumentException("Not an argument of three lines: " + paragraph);
      }
    }
    return arguments;
  }

  /** Returns whether the line has branches that were not taken, and the reason is about them. */
  boolean isAbout(Branches branches) {
    return branches.missed() > 0 && isOn(branches);
  }

  /** Returns whether the reason has become wrong: the line is gone, or all branches were taken. */
  boolean isIdle(List<Branches> lines) {
    return lines.stream().noneMatch(why.startsWith(RARE) ? this::isOn : this::isAbout);
  }

  private boolean isOn(Branches branches) {
    return branches.topLevel().equals(type) && branches.text().equals(text);
  }
}
