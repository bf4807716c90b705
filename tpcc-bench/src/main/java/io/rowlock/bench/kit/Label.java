package io.rowlock.bench.kit;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/** Names as users write them, for enums whose constants cannot be written so. */
public interface Label {
  String label();

  static <E extends Enum<E> & Label> E parse(Class<E> type, String text) {
    for (E constant : type.getEnumConstants()) {
      if (constant.label().equals(text)) {
        return constant;
      }
    }
    String known =
        Arrays.stream(type.getEnumConstants()).map(Label::label).collect(Collectors.joining(", "));
    throw new TypeConversionException("'" + text + "' is none of " + known);
  }
}
