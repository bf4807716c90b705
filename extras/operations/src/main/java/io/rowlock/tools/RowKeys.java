package io.rowlock.tools;

import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.Bytes;

/** Parses row keys in the escapes of HBase's shell: {@code \\x0A} is one byte. */
final class RowKeys {

  private static final Pattern ESCAPE = Pattern.compile("\\\\x\\p{XDigit}{2}");

  private RowKeys() {}

  /**
   * Parses a row key. HBase itself accepts capital digits only, and treats small ones as plain
   * text.
   */
  static byte[] parse(String text) throws UsageException {
    if (ESCAPE.matcher(text).replaceAll("").contains("\\")) {
      throw new UsageException(
          "'" + text + "' has a backslash that begins no escape like \\x0A: put \\x5C for it.");
    }
    String capital =
        ESCAPE
            .matcher(text)
            .replaceAll(found -> "\\\\x" + found.group().substring(2).toUpperCase(Locale.ROOT));
    return Bytes.toBytesBinary(capital);
  }
}
