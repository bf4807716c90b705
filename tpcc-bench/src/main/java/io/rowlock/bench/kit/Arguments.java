package io.rowlock.bench.kit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of the values of options. */
public final class Arguments {
  private Arguments() {}

  /** Returns the requested value; fails with a usage error if it is invalid. */
  public static <T> T read(CommandSpec command, Supplier<T> asked) {
    try {
      return asked.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /** As {@link #read}, for checks without a result. */
  public static void check(CommandSpec command, Runnable check) {
    var unused =
        read(
            command,
            () -> {
              check.run();
              return true;
            });
  }

  /** Fails with a usage error. */
  public static ParameterException wrong(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  public static void require(boolean isRight, String message) {
    if (!isRight) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Requires each value of an option to lie in a range, both ends included. */
  public static void range(String option, long least, long most, List<Integer> values) {
    values.forEach(value -> range(option, least, most, value));
  }

  /** Requires the value of an option to lie in a range, both ends included. */
  public static void range(String option, long least, long most, long value) {
    require(
        value >= least && value <= most,
        option + " must be " + least + " to " + most + ", not " + value);
  }

  /** The values of an option, each once. */
  public static <T> List<T> distinct(String option, List<T> values) {
    require(!values.isEmpty(), option + " must not be empty");
    return List.copyOf(new LinkedHashSet<>(values));
  }
}
