package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.TableFacts;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Keeps tools from judging rows with cells that this user may not read: HBase leaves such cells out
 * of its answers without an error.
 */
final class HiddenCells {

  private HiddenCells() {}

  /** Refuses a table in which this user may not read every cell. */
  static void requireNone(TableFacts facts) {
    for (byte[] family : facts.hidden()) {
      if (!LockColumn.isFamily(family)) {
        throw refusal(facts.table().getNameAsString(), Bytes.toStringBinary(family));
      }
    }
  }

  private static ProtocolFailure refusal(String table, String family) {
    String message =
        "This user may not read the column family '%2$s' of table '%1$s' (permission R), so it"
            + " cannot see what its rows contain: grant it, in HBase's shell by grant USER,"
            + " 'R', '%1$s', '%2$s'";
    return ProtocolFailure.illegal(null, message.formatted(table, family));
  }
}
