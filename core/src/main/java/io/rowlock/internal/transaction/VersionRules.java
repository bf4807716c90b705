package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Whether a read may ask for so many versions: it may if each family that it selects keeps one,
 * because the current version is then all that HBase has. HBase's REST gateway, for example, asks
 * for all versions of any table.
 *
 * @param families that the read selects; none means all
 */
record VersionRules(int versions, List<byte[]> families, Refusals refusals) {

  static VersionRules of(RowKey row, Get get) {
    return new VersionRules(
        get.getMaxVersions(), List.copyOf(get.getFamilyMap().keySet()), Refusals.of(get, row));
  }

  static VersionRules of(TableName table, Scan scan) {
    return new VersionRules(
        scan.getMaxVersions(), List.copyOf(scan.getFamilyMap().keySet()), Refusals.of(scan, table));
  }

  /** Completes, with a refusal if the read may not. */
  CompletableFuture<Void> check(LockProtocol protocol) {
    return versions == 1
        ? Async.DONE
        : protocol.facts(refusals.table()).thenAccept(this::checkFamilies);
  }

  private void checkFamilies(TableFacts facts) {
    for (byte[] family : families.isEmpty() ? facts.userFamilies() : families) {
      if (!facts.oneVersion().contains(family)) {
        throw refusals.refuse(
            "it asks for " + versions + " versions (readVersions)",
            "A transaction sees one version of a row, and family '%s' may keep more"
                .formatted(Bytes.toStringBinary(family)),
            "Leave the number of versions at 1");
      }
    }
  }
}
