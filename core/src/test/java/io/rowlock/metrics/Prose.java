package io.rowlock.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/** Extracts the prose of Java and Markdown files. */
final class Prose {

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern FENCE = Pattern.compile("(?ms)^ *(```|~~~).*?^ *\\1 *$");
  private static final Pattern INLINE =
      Pattern.compile("`[^`]*`|\\{@(?:code|link|linkplain) [^}]*}");

  private Prose() {}

  /** Returns every Javadoc block, without markup. */
  static List<String> javadocOf(String source) {
    return JAVADOC
        .matcher(source)
        .results()
        .map(block -> plain(block.group(1).replaceAll("(?m)^ *\\*", " ")))
        .toList();
  }

  /** Returns every paragraph, list and table, without code. */
  static List<String> paragraphsOf(String markdown) {
    String text = FENCE.matcher(markdown).replaceAll(code -> "\n");
    List<String> paragraphs = new ArrayList<>();
    for (String block : Splitter.onPattern("\n\\s*\n").split(text)) {
      if (block.chars().anyMatch(Character::isLetter)) {
        paragraphs.add(plain(block));
      }
    }
    return paragraphs;
  }

  private static String plain(String text) {
    return INLINE.matcher(text).replaceAll(code -> " ").replaceAll("\\s+", " ").trim();
  }
}
