package io.rowlock.tools;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant. */
final class Spelling {

  /** A word of this many letters may contain one mistake, one of twice as many two. */
  private static final int LETTERS_A_MISTAKE = 3;

  private Spelling() {}

  /** Returns the question whether the nearest word was meant; empty if none is near. */
  static String question(String given, Collection<String> known) {
    return nearest(given, known).map(word -> ". Did you mean '" + word + "'?").orElse("");
  }

  private static Optional<String> nearest(String given, Collection<String> known) {
    return known.stream()
        .filter(word -> isNear(given, word))
        .min(
            Comparator.<String>comparingInt(word -> mistakes(given, word))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static boolean isNear(String given, String word) {
    boolean isStart = given.length() >= LETTERS_A_MISTAKE && word.startsWith(given);
    return isStart || mistakes(given, word) <= given.length() / LETTERS_A_MISTAKE;
  }

  /**
   * Returns how many letters are missing, too many, wrong, or swapped with their neighbours.
   * Capital letters are not wrong.
   */
  static int mistakes(String given, String word) {
    String from = given.toLowerCase(Locale.ROOT);
    String to = word.toLowerCase(Locale.ROOT);
    int[][] least = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        least[i][j] = i == 0 || j == 0 ? i + j : least(least, from, to, i, j);
      }
    }
    return least[from.length()][to.length()];
  }

  private static int least(int[][] least, String from, String to, int i, int j) {
    int wrong = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
    int count =
        Math.min(least[i - 1][j - 1] + wrong, 1 + Math.min(least[i - 1][j], least[i][j - 1]));
    boolean isSwapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return isSwapped ? Math.min(count, 1 + least[i - 2][j - 2]) : count;
  }
}
