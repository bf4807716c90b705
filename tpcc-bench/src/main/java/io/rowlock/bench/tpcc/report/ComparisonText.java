package io.rowlock.bench.tpcc.report;

import java.util.Locale;

/** A comparison for a terminal. */
final class ComparisonText {
  private static final int LONGEST_SETTING = 60;

  private ComparisonText() {}

  static String of(Comparison comparison) {
    StringBuilder text = new StringBuilder();
    if (comparison.settings().isEmpty()) {
      text.append("Settings: equal\n");
    } else {
      text.append("Settings that differ:\n");
      comparison
          .settings()
          .forEach(
              setting ->
                  text.append("  ")
                      .append(setting.name())
                      .append(": ")
                      .append(cut(setting.first()))
                      .append(" -> ")
                      .append(cut(setting.second()))
                      .append('\n'));
    }
    comparison.groups().forEach(group -> append(text, group));
    return text.toString();
  }

  private static String cut(String setting) {
    return setting.length() <= LONGEST_SETTING
        ? setting
        : setting.substring(0, LONGEST_SETTING) + "...";
  }

  private static void append(StringBuilder text, Comparison.Group group) {
    if (group.figures().isEmpty()) {
      return;
    }
    text.append(line(group.title(), "A", "B", "B/A"));
    group
        .figures()
        .forEach(
            figure ->
                text.append(
                    line(
                        "  " + figure.name(),
                        Numbers.of(figure.first()),
                        Numbers.of(figure.second()),
                        figure.ratio())));
  }

  private static String line(String name, String first, String second, String ratio) {
    return String.format(Locale.ROOT, "%-34s %12s %12s %8s%n", name, first, second, ratio);
  }
}
