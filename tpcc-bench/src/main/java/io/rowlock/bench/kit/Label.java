package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** An enum whose constants have labels for users. */
public interface Label {

  String name();

  /** The constant's name in lower case, with hyphens. */
  @JsonValue
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Registers labels as values of the options of a command and its subcommands. */
  static CommandLine readIn(CommandLine command) {
    command.getCommandSpec().options().stream()
        .flatMap(option -> Arrays.stream(option.auxiliaryTypes()))
        .filter(Label.class::isAssignableFrom)
        .forEach(type -> register(type, command));
    command.getSubcommands().values().forEach(Label::readIn);
    return command;
  }

  private static <E> void register(Class<E> type, CommandLine command) {
    command.registerConverter(type, text -> parse(type, text));
  }

  private static <E> E parse(Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> ((Label) constant).label().equals(text))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of " + all(type)));
  }

  private static String all(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Label) constant).label())
        .collect(Collectors.joining(", "));
  }
}
