package io.rowlock.tools;

import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine.TypeConversionException;

/** Parses the arguments of commands. */
final class Arguments {

  private static final Pattern ESCAPE = Pattern.compile("\\\\x\\p{XDigit}{2}");

  private Arguments() {}

  static TableName table(String text) {
    try {
      return TableName.valueOf(text);
    } catch (IllegalArgumentException wrong) {
      throw new TypeConversionException("'" + text + "' cannot be the name of a table");
    }
  }

  /**
   * Parses a row key in the escapes of HBase's shell: {@code \\x0A} is one byte. HBase itself
   * accepts capital digits only, and treats small ones as plain text.
   */
  static Bytes row(String text) {
    if (ESCAPE.matcher(text).replaceAll("").contains("\\")) {
      throw new TypeConversionException(
          "'" + text + "' has a backslash that begins no escape like \\x0A: put \\x5C for it");
    }
    String capital =
        ESCAPE
            .matcher(text)
            .replaceAll(found -> "\\\\x" + found.group().substring(2).toUpperCase(Locale.ROOT));
    return new Bytes(Bytes.toBytesBinary(capital));
  }

  static long positive(String text) {
    if (!text.matches("0*[1-9]\\d{0,8}")) {
      throw new TypeConversionException("must be a positive number, is '" + text + "'");
    }
    return Long.parseLong(text);
  }
}
