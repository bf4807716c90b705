package io.rowlock.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.apache.hbase.thirdparty.com.google.common.io.Resources;

/** How often the code spells out an idea that one place could have: the lines of ideas.txt. */
final class Ideas {

  private Ideas() {}

  /**
   * Counts the places.
   *
   * @param code of each file, without comments
   * @return by the names of the ideas: matches, and files with a match
   */
  static Map<String, List<Integer>> count(List<String> code) {
    Map<String, List<Integer>> places = new LinkedHashMap<>();
    lines().stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> Splitter.on(" = ").limit(2).splitToList(line))
        .forEach(idea -> places.put(idea.get(0), count(Pattern.compile(idea.get(1)), code)));
    return places;
  }

  private static List<String> lines() {
    try {
      return Resources.readLines(
          Resources.getResource(Ideas.class, "ideas.txt"), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<Integer> count(Pattern idea, List<String> code) {
    List<Long> matches =
        code.stream()
            .map(text -> idea.matcher(text).results().count())
            .filter(found -> found > 0)
            .toList();
    return List.of(matches.stream().mapToInt(Long::intValue).sum(), matches.size());
  }
}
