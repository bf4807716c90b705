package io.rowlock.bench.kit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What users ask for, and what they cannot. */
public final class Arguments {
  private Arguments() {}

  /** Makes what was asked for; a usage error when that makes no sense. */
  public static <T> T read(CommandSpec command, Supplier<T> asked) {
    try {
      return asked.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /** A usage error. */
  public static ParameterException wrong(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  public static void require(boolean isRight, String message) {
    if (!isRight) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The values of an option, each once. */
  public static <T> List<T> distinct(String option, List<T> values) {
    require(!values.isEmpty(), option + " must not be empty");
    return List.copyOf(new LinkedHashSet<>(values));
  }
}
