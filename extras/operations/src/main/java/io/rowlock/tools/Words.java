package io.rowlock.tools;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.Locale;

/** Checks the words of a command line against the allowed forms of a command. */
final class Words {

  private Words() {}

  /**
   * Checks the words. Forms are separated by a bar; words in capitals represent any word, options
   * none, others themselves.
   *
   * @throws UsageException if no form matches
   */
  static void require(Command command, List<String> words) throws UsageException {
    List<String> ways = Splitter.on('|').splitToList(command.arguments());
    if (ways.stream().noneMatch(way -> fits(wordsOf(way), words))) {
      String start = "'rowlock " + command.name() + " ";
      throw new UsageException("It is " + start + String.join("' or " + start, ways) + "'.");
    }
  }

  private static List<String> wordsOf(String way) {
    return Splitter.on(' ').splitToStream(way).filter(word -> !word.startsWith("--")).toList();
  }

  private static boolean fits(List<String> wanted, List<String> words) {
    if (wanted.size() != words.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      boolean isAnyWord = wanted.get(i).equals(wanted.get(i).toUpperCase(Locale.ROOT));
      if (!isAnyWord && !wanted.get(i).equals(words.get(i))) {
        return false;
      }
    }
    return true;
  }
}
