package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.Intent.FamilyIntent;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.Bytes;

/** The whole contents of a lock as text: intents have no equality. */
final class LockText {

  /** An intent has no text of its own, only an address. */
  private static final Pattern ADDRESS = Pattern.compile("intent=[^,]*, ");

  private LockText() {}

  static String of(RowLock lock) {
    return lock instanceof Prewritten prewritten
        ? ADDRESS.matcher(withoutIntent(prewritten).toString()).replaceFirst("")
            + of(prewritten.intent())
        : lock.toString();
  }

  private static Prewritten withoutIntent(Prewritten lock) {
    return new Prewritten(
        lock.id(),
        lock.base(),
        lock.commitTimestamp(),
        Intent.EMPTY,
        lock.primary(),
        lock.age(),
        lock.planned(),
        lock.lead());
  }

  static String of(Intent intent) {
    StringBuilder text = new StringBuilder();
    intent.families().forEach((family, writes) -> append(text, family, writes));
    return text.toString();
  }

  private static void append(StringBuilder text, byte[] family, FamilyIntent writes) {
    text.append(Bytes.toStringBinary(family)).append(writes.emptied() ? "!{" : "{");
    writes
        .columns()
        .forEach(
            (qualifier, value) ->
                text.append(Bytes.toStringBinary(qualifier))
                    .append(value == null ? " deleted" : "=" + Bytes.toStringBinary(value))
                    .append(';'));
    text.append('}');
  }
}
