package io.rowlock.tools;

import io.rowlock.operations.LockDiagnosis;
import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockResolution;
import java.time.Duration;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Formats locks for people and for programs. Rows are in the escapes of HBase's shell, times in
 * milliseconds.
 */
final class LockText {

  private static final int MAX_ROW = 100;

  private LockText() {}

  static String line(LockInfo lock) {
    StringBuilder text = new StringBuilder();
    text.append(lock.state()).append(' ').append(row(lock.table(), lock.row()));
    lock.transaction().ifPresent(id -> text.append(owner(lock)).append(id));
    if (lock.isPrimary()) {
      text.append(", itself the primary");
    } else {
      lock.primaryRow()
          .ifPresent(
              key -> text.append(", primary ").append(row(lock.primaryTable().orElseThrow(), key)));
    }
    lock.problem().ifPresent(problem -> text.append(" (").append(problem).append(')'));
    text.append(", age ").append(lock.age().map(LockText::seconds).orElse("not known yet"));
    return text.append(", seen unchanged for ").append(seconds(lock.seenUnchanged())).toString();
  }

  private static String owner(LockInfo lock) {
    if (lock.isHold()) {
      return ", a hold, before a transaction writes, by ";
    }
    return lock.isUnsettled() ? ", owned by transaction " : ", written by transaction ";
  }

  static JsonObject json(LockInfo lock) {
    String row = Bytes.toStringBinary(lock.row());
    JsonObject json = Json.of("table", lock.table(), "row", row, "state", lock.state());
    lock.transaction().ifPresent(id -> json.addProperty("transaction", id));
    if (lock.state() == LockInfo.State.PREWRITTEN) {
      json.addProperty("hold", lock.isHold());
    }
    lock.primaryRow().ifPresent(key -> json.add("primary", primary(lock, key)));
    json.addProperty("lockTime", lock.lockTime());
    lock.age().ifPresent(age -> json.addProperty("ageMillis", age.toMillis()));
    json.addProperty("seenUnchangedMillis", lock.seenUnchanged().toMillis());
    lock.begun().ifPresent(begun -> json.addProperty("begun", begun.toEpochMilli()));
    lock.commitTimestamp().ifPresent(time -> json.addProperty("commitTimestamp", time));
    if (lock.state() == LockInfo.State.CORRUPT) {
      lock.problem().ifPresent(problem -> json.addProperty("problem", problem));
      json.addProperty("hexPrefix", lock.hexPrefix());
    } else {
      json.addProperty("version", lock.version());
    }
    return json;
  }

  private static JsonObject primary(LockInfo lock, byte[] row) {
    TableName table = lock.primaryTable().orElseThrow();
    return Json.of("table", table, "row", Bytes.toStringBinary(row), "itself", lock.isPrimary());
  }

  static String line(LockResolution result) {
    String row = row(result.lock().table(), result.lock().row());
    return result.outcome() + " " + row + ": " + result.detail();
  }

  static JsonObject json(LockResolution result) {
    JsonObject json = json(result.lock());
    json.addProperty("outcome", result.outcome().name());
    json.addProperty("detail", result.detail());
    return json;
  }

  static String line(LockInfo lock, LockDiagnosis found) {
    String text = row(lock.table(), lock.row()) + ": " + found.explanation();
    return found.isDiscardable() ? text + "\n  lost by discarding it: " + found.loss() : text;
  }

  static JsonObject json(LockInfo lock, LockDiagnosis found) {
    JsonObject json = json(lock);
    json.addProperty("discardable", found.isDiscardable());
    json.addProperty("explanation", found.explanation());
    json.addProperty("loss", found.loss());
    return json;
  }

  static String row(TableName table, byte[] row) {
    String shown = Bytes.toStringBinary(row);
    String bounded = shown.length() > MAX_ROW ? shown.substring(0, MAX_ROW) + "..." : shown;
    return "row '" + bounded + "' of table '" + table.getNameAsString() + "'";
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}
