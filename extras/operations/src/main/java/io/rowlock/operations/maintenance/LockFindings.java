package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.operations.maintenance.Diagnosis.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.util.Bytes;

/** Words the findings of a {@link LockExaminer}. */
final class LockFindings {

  static final Diagnosis STABLE = Diagnosis.of(Kind.STABLE, "no transaction holds the row");

  static final Diagnosis UNDECIDED =
      Diagnosis.of(
          Kind.RESOLVABLE,
          "its transaction is aborted, or will be when its owner has been silent for a lease: use"
              + " resolve");

  static final Diagnosis COMMITTED =
      Diagnosis.of(
          Kind.RESOLVABLE,
          "its transaction is committed, but not all of its rows are up to date: use resolve");

  private static final int MAX_COLUMNS_NAMED = 20;

  private LockFindings() {}

  /**
   * Words a lock that cannot be decoded. A right checksum shows that it is a lock of another
   * version.
   */
  static Diagnosis undecodable(StoredRow row, ProtocolFailure problem) {
    StoredLock stored = Objects.requireNonNull(row.lock());
    if (RowLockCodec.isOfOtherVersion(stored.bytes())) {
      return Diagnosis.of(
          Kind.NEWER_VERSION, problem.why() + "; its checksum is right: use that version");
    }
    return Diagnosis.discardable(
        Kind.NOT_OURS,
        problem.why(),
        "whatever the cell held: a write to this row that was committed and not applied yet, or the"
            + " proof that a transaction is committed, whose other rows will then be rolled back");
  }

  static Diagnosis circle(RowKey culprit) {
    return new Diagnosis(
        Kind.NOT_OURS,
        "its primaries lead back to " + culprit + ", which Rowlock never writes",
        "the write in the lock",
        culprit);
  }

  static Diagnosis ofFinished(Prewritten lock) {
    return Diagnosis.discardable(
        Kind.NOT_OURS,
        "transaction " + lock.id() + " was already finished in this row: the lock is a copy",
        "nothing, unless the row was restored from a copy made before that");
  }

  static Diagnosis primaryGone(Prewritten lock, String why) {
    return Diagnosis.discardable(
        Kind.PRIMARY_GONE,
        "the primary of transaction " + lock.id() + " cannot be read, because " + why,
        "the transaction's write to this row ("
            + columns(lock.intent())
            + "); only the primary could show whether it was committed");
  }

  /** Words an intent of a committed transaction; readers apply it unless the table refuses it. */
  static Diagnosis committed(Prewritten lock, List<String> missingFamilies) {
    if (missingFamilies.isEmpty()) {
      return COMMITTED;
    }
    return Diagnosis.discardable(
        Kind.FAMILY_GONE,
        "transaction "
            + lock.id()
            + " is committed, but its table has no family "
            + quoted(missingFamilies)
            + " any more: create it again and use resolve, or discard",
        "the committed write to family " + quoted(missingFamilies) + "; the rest is applied");
  }

  static Diagnosis secondariesGone(Committed committed, List<String> whys) {
    return Diagnosis.discardable(
        Kind.SECONDARIES_GONE,
        "transaction %s is committed, but some of its rows cannot be brought up to date, because %s"
            .formatted(committed.id(), String.join(", ", whys)),
        "what it wrote there");
  }

  private static String quoted(List<String> families) {
    return "'" + String.join("', '", families) + "'";
  }

  private static String columns(Intent intent) {
    List<String> columns = new ArrayList<>();
    intent
        .families()
        .forEach(
            (family, writes) -> {
              String name = Bytes.toStringBinary(family);
              if (writes.emptied()) {
                columns.add("all of family '" + name + "'");
              }
              for (byte[] qualifier : writes.columns().keySet()) {
                columns.add(name + ":" + Bytes.toStringBinary(qualifier));
              }
            });
    if (columns.size() > MAX_COLUMNS_NAMED) {
      columns.subList(MAX_COLUMNS_NAMED, columns.size()).clear();
      columns.add("...");
    }
    return columns.isEmpty() ? "nothing" : String.join(", ", columns);
  }
}
