package io.rowlock.bench.ablation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.Spread;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** All results: the content of {@code ablation.json}. */
record AblationOutcome(
    List<String> arguments,
    Rounds rounds,
    int turns,
    int processors,
    List<Comparison> comparisons,
    List<String> disagreements) {
  private static final String NO_EVIDENCE = "not fired: no evidence";

  /** The table as Markdown. */
  String markdown() {
    StringBuilder page = new StringBuilder();
    page.append("| mechanism | part | series | fired by transaction |");
    for (Quantity quantity : Quantity.values()) {
      page.append(' ').append(quantity.title()).append(" |");
    }
    page.append("\n| --- | --- | --- | --- |")
        .append(" --- |".repeat(Quantity.values().length))
        .append('\n');
    comparisons.forEach(one -> page.append(line(one)).append('\n'));
    return page.toString();
  }

  private static String line(Comparison one) {
    String figures =
        one.hasFired()
            ? Arrays.stream(Quantity.values())
                .map(quantity -> one.ratios().get(quantity))
                .map(ratio -> ratio == null ? "-" : ratio.times())
                .collect(Collectors.joining(" | "))
            : NO_EVIDENCE + " |".repeat(Quantity.values().length - 1);
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s |",
        one.mechanism().label(),
        one.part(),
        one.series(),
        one.hasFired() ? fired(one.fired()) : "0",
        figures);
  }

  private static String fired(Spread spread) {
    return String.format(
        Locale.ROOT, "%.4f (%.4f..%.4f)", spread.median(), spread.min(), spread.max());
  }

  /** Publishes all files. */
  void write(ResultDirectory directory) throws IOException {
    directory.stageJson("ablation.json", this);
    directory.stage("ablation.md", markdown().getBytes(UTF_8));
    directory.publish();
  }
}
