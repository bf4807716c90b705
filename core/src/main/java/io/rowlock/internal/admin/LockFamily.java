package io.rowlock.internal.admin;

import io.rowlock.TableFinding;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.TableFlaws;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The column family of the locks, with the settings without which it would lose or hide a lock
 * ({@link TableFlaws}).
 */
public final class LockFamily {

  /** Locks are usually read one at a time, without their neighbours. */
  private static final int BLOCK_BYTES = 16 * 1024;

  private LockFamily() {}

  public static String name() {
    return Bytes.toString(LockColumn.family());
  }

  public static ColumnFamilyDescriptor describe() {
    return ColumnFamilyDescriptorBuilder.newBuilder(LockColumn.family())
        .setMaxVersions(1)
        .setMinVersions(0)
        .setTimeToLive(HConstants.FOREVER)
        .setKeepDeletedCells(KeepDeletedCells.FALSE)
        .setNewVersionBehavior(false)
        .setScope(HConstants.REPLICATION_SCOPE_LOCAL)
        .setBloomFilterType(BloomType.ROW)
        .setBlocksize(BLOCK_BYTES)
        .build();
  }

  /** Returns the refusal of a table without locks, which explains how to enable it. */
  public static DoNotRetryIOException isMissing(TableName table, @Nullable Throwable cause) {
    String message =
        "Table '%s' has no locks: it has no column family '%s'; enable it once with"
            + " 'rowlock enable' (TransactionAdmin.enable)";
    return new DoNotRetryIOException(message.formatted(table.getNameAsString(), name()), cause);
  }

  /** Returns findings about the family besides {@link TableFlaws}. */
  public static List<TableFinding> check(ColumnFamilyDescriptor family) {
    if (family.getScope() == HConstants.REPLICATION_SCOPE_LOCAL) {
      return List.of();
    }
    String message =
        "the locks are replicated (REPLICATION_SCOPE %s), which corrupts them if transactions run"
            + " on the other cluster too: leave it at 0 unless that one is a passive copy";
    return List.of(
        TableFinding.warning(name() + ".REPLICATION_SCOPE", message.formatted(family.getScope())));
  }
}
