package io.rowlock.operations;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.operations.maintenance.MarkedLock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Preconditions;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;

/**
 * The marks of a vacuum's first pass, for the second one: a file of JSON objects, one on each line.
 *
 * <pre>
 * {"rowlockVacuum":1,"table":"accounts"}
 * {"row":"alice\\x00","lockTime":1700000000000,"lock":"AQE..."}     one for each lock; lock in Base64
 * {"rows":1,"serversTime":1700000000123}                            when the pass ended
 * </pre>
 *
 * A file without its last line is from a pass that was broken off, and is refused. The pass writes
 * to a second file, whose name ends in {@code .part}, and renames it in the end.
 */
record VacuumMarks(Path file, TableName table, long rows, long serversTime) {

  static final int FORMAT = 1;

  /**
   * Checks a whole file, before anything is done with it.
   *
   * @throws IOException if it is not such a file, or not a complete one
   */
  static VacuumMarks open(Path file) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      TableName table = table(file, parse(file, in.readLine()));
      long rows = -1;
      @Nullable String last = null;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        last = line;
        rows++;
      }
      return new VacuumMarks(file, table, rows, serversTime(file, parse(file, last), rows));
    } catch (CharacterCodingException binary) {
      throw malformed(file, "it is no text");
    }
  }

  private static TableName table(Path file, JsonObject header) throws IOException {
    try {
      Preconditions.checkArgument(header.get("rowlockVacuum").getAsInt() == FORMAT, "format");
      return TableName.valueOf(header.get("table").getAsString());
    } catch (RuntimeException wrong) {
      throw malformed(file, "it does not begin as one");
    }
  }

  private static long serversTime(Path file, JsonObject footer, long rows) throws IOException {
    try {
      long time = footer.get("serversTime").getAsBigDecimal().longValueExact();
      Preconditions.checkArgument(footer.get("rows").getAsLong() == rows && time > 0, "cut off");
      return time;
    } catch (RuntimeException wrong) {
      throw malformed(file, "its end is missing: mark the locks again");
    }
  }

  /** Reads the locks again. */
  void forEach(RangeScan.Visitor<MarkedLock> visitor) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      in.readLine();
      for (long row = 0; row < rows; row++) {
        visitor.visit(marked(parse(file, in.readLine())));
      }
    }
  }

  private MarkedLock marked(JsonObject line) throws IOException {
    try {
      byte[] row = Bytes.toBytesBinary(line.get("row").getAsString());
      byte[] lock = Base64.getDecoder().decode(line.get("lock").getAsString());
      Preconditions.checkArgument(row.length > 0 && lock.length > 0, "empty");
      return new MarkedLock(
          new RowKey(table, row), new StoredLock(lock, line.get("lockTime").getAsLong()));
    } catch (RuntimeException wrong) {
      throw malformed(file, "this line is no lock: " + line);
    }
  }

  private static JsonObject parse(Path file, @Nullable String line) throws IOException {
    if (line == null) {
      throw malformed(file, "it ends too early");
    }
    try {
      return JsonParser.parseString(line).getAsJsonObject();
    } catch (JsonParseException | IllegalStateException wrong) {
      throw malformed(file, "a line is no JSON object");
    }
  }

  private static IOException malformed(Path file, String why) {
    return new IOException("'" + file + "' is no complete file of marked locks: " + why);
  }
}
