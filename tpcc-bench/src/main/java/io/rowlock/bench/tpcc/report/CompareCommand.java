package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench compare}. */
@Command(
    name = "compare",
    description =
        "What differs between two runs of bench tpcc: settings first, then figures, as ratios of"
            + " the second run to the first; compare.html draws them.")
public final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "A", description = "The directory of a run's results.")
  private Path first;

  @Parameters(index = "1", paramLabel = "B", description = "The directory of another run's.")
  private Path second;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "For compare.html; made when missing (default: results/compare-DATE-TIME).")
  private @Nullable Path out;

  @Override
  public Integer call() throws IOException {
    ReportedRun before = read("A", first);
    ReportedRun after = read("B", second);
    ResultDirectory directory =
        ResultDirectory.create(out == null ? ResultDirectory.byDefault("compare") : out);
    Comparison comparison = Comparison.of(before.result(), after.result());
    directory.stage(
        ComparisonPage.FILE,
        ComparisonPage.of(comparison, before, after, first + " and " + second));
    directory.publish();
    PrintWriter terminal = spec.commandLine().getOut();
    terminal.println(before.label() + ", " + first);
    terminal.println(after.label() + ", " + second);
    terminal.print(ComparisonText.of(comparison));
    terminal.println("Drawn in " + directory + "/" + ComparisonPage.FILE);
    return ExitStatus.GOOD;
  }

  private ReportedRun read(String name, Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new ParameterException(
          spec.commandLine(), directory + " is no directory with results of bench tpcc");
    }
    try {
      return ReportedRun.read(name, directory);
    } catch (IOException unreadable) {
      throw new ParameterException(spec.commandLine(), unreadable.getMessage(), unreadable);
    }
  }

  /** A comparison for a terminal. */
  static final class ComparisonText {
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
}
