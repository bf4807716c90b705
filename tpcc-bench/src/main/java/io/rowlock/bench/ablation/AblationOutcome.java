package io.rowlock.bench.ablation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.internal.store.Mechanism;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All results: the content of {@code ablation.json}. */
record AblationOutcome(
    List<String> arguments,
    Rounds rounds,
    int turns,
    int processors,
    List<Comparison> comparisons,
    List<String> disagreements) {
  private static final String NO_EVIDENCE = "not fired: no evidence";

  /** {@code runs.csv}: a line for each series of each run. */
  static Table<Measured> runs() {
    Table<Measured> table =
        new Table<Measured>()
            .column("part", Measured::part)
            .column("series", one -> one.line().series().replace(", ", "; "))
            .column("turn", Measured::turn)
            .column("variant", Measured::variant);
    for (Quantity quantity : Quantity.values()) {
      table.column(
          quantity.title().replace(' ', '_'), one -> number(one.line().figures().get(quantity)));
    }
    for (Mechanism mechanism : Mechanism.values()) {
      table.column(
          "fired_" + mechanism.label(),
          one -> one.line().fired().getOrDefault(mechanism, new Spread(0, 0, 0)).median());
    }
    return table;
  }

  private static String number(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
  }

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
  void write(List<Measured> measured, ResultDirectory directory) throws IOException {
    directory.stage("runs.csv", runs().csv(measured));
    directory.stageJson("ablation.json", this);
    directory.stage("ablation.md", markdown().getBytes(UTF_8));
    directory.publish();
  }
}
