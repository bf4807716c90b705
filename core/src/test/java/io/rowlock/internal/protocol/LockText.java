package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.Intent.FamilyIntent;
import io.rowlock.internal.protocol.RowLock.Prewritten;
import org.apache.hadoop.hbase.util.Bytes;

/** Everything that a lock holds, as text: intents have no equality of their own. */
final class LockText {

  /** It has no text of its own, only an address. */
  private static final String NO_INTENT = "intent=" + Intent.EMPTY + ", ";

  private LockText() {}

  static String of(RowLock lock) {
    return lock instanceof Prewritten prewritten
        ? withoutIntent(prewritten).toString().replace(NO_INTENT, "") + of(prewritten.intent())
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
