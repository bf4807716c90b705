package io.rowlock;

import io.rowlock.internal.store.LockColumn;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The column family of the locks, and the settings without which it would lose or hide a lock.
 *
 * <p>A lock that expires (TTL), is kept in several versions or comes back from under a delete
 * marker would let two transactions believe that each holds the row.
 */
final class LockFamily {

  /** Locks are read one at a time, mostly without their neighbours. */
  private static final int BLOCK_BYTES = 16 * 1024;

  private LockFamily() {}

  static String name() {
    return Bytes.toString(LockColumn.family());
  }

  static ColumnFamilyDescriptor describe() {
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

  static List<TableFinding> check(ColumnFamilyDescriptor family) {
    Findings findings = new Findings();
    findings.require(family.getMaxVersions() == 1, "VERSIONS", family.getMaxVersions(), "1");
    findings.require(family.getMinVersions() == 0, "MIN_VERSIONS", family.getMinVersions(), "0");
    findings.require(
        family.getTimeToLive() == HConstants.FOREVER, "TTL", family.getTimeToLive(), "'FOREVER'");
    findings.require(
        family.getKeepDeletedCells() == KeepDeletedCells.FALSE,
        "KEEP_DELETED_CELLS",
        family.getKeepDeletedCells(),
        "'FALSE'");
    findings.require(!family.isNewVersionBehavior(), "NEW_VERSION_BEHAVIOR", true, "'false'");
    if (family.getScope() != HConstants.REPLICATION_SCOPE_LOCAL) {
      findings.list.add(replicated(family.getScope()));
    }
    return findings.list;
  }

  private static TableFinding replicated(int scope) {
    return TableFinding.warning(
        name() + ".REPLICATION_SCOPE",
        "the locks are replicated (REPLICATION_SCOPE "
            + scope
            + "), which corrupts them if transactions run on the other cluster too: leave it at 0"
            + " unless that one is a passive copy");
  }

  /** Collects what is wrong with the family. */
  private static final class Findings {

    private final List<TableFinding> list = new ArrayList<>();

    void require(boolean met, String setting, Object value, String wanted) {
      if (!met) {
        list.add(
            TableFinding.error(
                name() + "." + setting,
                String.format(
                    "the lock family '%s' has %s => %s, where locks need %s:"
                        + " alter '<table>', {NAME => '%s', %s => %s}",
                    name(), setting, value, wanted, name(), setting, wanted)));
      }
    }
  }
}
