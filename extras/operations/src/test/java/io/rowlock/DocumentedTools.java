package io.rowlock;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import com.google.common.base.Splitter;
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

  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+) (\\S.*?)  ");
  private static final Pattern OPTION = Pattern.compile("(?m)^ +--([a-z-]+)(?: <([^>]+)>)?");
  private static final Pattern STATUS = Pattern.compile("[ ,](\\d+) [a-z]");
  private static final List<List<String>> NONE = List.of(List.of("none but the common ones"));

  private final String help = help("--help");
  private final Map<String, Set<String>> options = new LinkedHashMap<>();

  DocumentedTools() {
    COMMAND.matcher(help).results().forEach(command -> options.put(command.group(1), null));
    options.replaceAll((command, none) -> optionsOf(command));
  }

  private static String help(String... arguments) {
    try {
      return CommandRun.of(new Configuration(false), arguments).out();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static Set<String> optionsOf(String command) {
    return OPTION
        .matcher(help(command, "--help"))
        .results()
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
    return COMMAND.matcher(help).results().map(DocumentedTools::command).toList();
  }

  private static List<String> command(MatchResult command) {
    String name = command.group(1);
    String ways =
        Splitter.on('|')
            .splitToStream(command.group(2))
            .map(arguments -> code(name + " " + arguments))
            .collect(joining(", "));
    return List.of("[" + ways + "](#" + name + ")");
  }

  List<List<String>> statuses() {
    return STATUS
        .matcher(help.substring(help.indexOf("Exit statuses")))
        .results()
        .map(status -> List.of(status.group(1)))
        .toList();
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
