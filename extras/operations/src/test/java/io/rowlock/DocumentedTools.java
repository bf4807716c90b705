package io.rowlock;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import io.rowlock.tools.CommandRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** The contents of {@code --help}, as rows of tables. */
final class DocumentedTools {

  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+) +[A-Z]");
  private static final Pattern WAY = Pattern.compile("(?m)^.*?rowlock (.*)\\[OPTIONS] ?(.*)$");
  private static final Pattern OPTION = Pattern.compile("(?m)^ +(?:-h, )?--([a-z-]+)(?:=(\\S+))?");
  private static final Pattern STATUS = Pattern.compile("(?m)^  (\\d+) ");
  private static final List<List<String>> NONE = List.of(List.of("none but the common ones"));

  private final String help = help("--help");

  /** By command; the texts of its own commands instead if it has some. */
  private final Map<String, List<String>> helps = new LinkedHashMap<>();

  private final Map<String, Set<String>> options = new LinkedHashMap<>();

  DocumentedTools() {
    commandsIn(help).forEach(command -> helps.put(command, helpsOf(command)));
    helps.forEach((command, texts) -> options.put(command, optionsIn(texts)));
  }

  private static List<String> commandsIn(String text) {
    return COMMAND.matcher(text).results().map(command -> command.group(1)).toList();
  }

  private static List<String> helpsOf(String command) {
    String whole = help(command, "--help");
    List<String> texts =
        commandsIn(whole).stream().map(part -> help(command, part, "--help")).toList();
    return texts.isEmpty() ? List.of(whole) : texts;
  }

  private static String help(String... arguments) {
    try {
      return CommandRun.of(new Configuration(false), arguments).out();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static Set<String> optionsIn(List<String> texts) {
    return texts.stream()
        .flatMap(text -> OPTION.matcher(text).results())
        .map(option -> code("--" + option.group(1) + argument(option)))
        .collect(toCollection(LinkedHashSet::new));
  }

  private static String argument(MatchResult option) {
    return option.group(2) == null ? "" : " " + option.group(2);
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static List<List<String>> rows(Set<String> cells) {
    return cells.stream().map(List::of).toList();
  }

  List<List<String>> commands() {
    return helps.entrySet().stream()
        .map(command -> List.of("[" + ways(command.getValue()) + "](#" + command.getKey() + ")"))
        .toList();
  }

  private static String ways(List<String> texts) {
    return texts.stream()
        .flatMap(text -> WAY.matcher(text).results())
        .map(way -> code((way.group(1) + way.group(2)).strip()))
        .collect(joining(", "));
  }

  List<List<String>> statuses() {
    return STATUS.matcher(help).results().map(status -> List.of(status.group(1))).toList();
  }

  List<List<String>> commonOptions() {
    return rows(common());
  }

  /** Returns the options of every command. */
  private Set<String> common() {
    Set<String> common = new LinkedHashSet<>(options.values().iterator().next());
    options.values().forEach(common::retainAll);
    return common;
  }

  /** Returns the other options, by command. */
  Map<String, List<List<String>>> options() {
    Map<String, List<List<String>>> own = new LinkedHashMap<>();
    options.forEach(
        (command, all) -> {
          List<String> rest = new ArrayList<>(all);
          rest.removeAll(common());
          own.put(command, rest.isEmpty() ? NONE : rest.stream().map(List::of).toList());
        });
    return own;
  }
}
