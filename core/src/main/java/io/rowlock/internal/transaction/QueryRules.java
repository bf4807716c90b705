package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Refuses gets and scans that have no meaning in a transaction. Hints for speed (caching of blocks,
 * priority, read type) are accepted and may have no effect.
 */
final class QueryRules {

  /** Attributes of HBase's settings whose getters are checked below, and one for clients only. */
  private static final Set<String> KNOWN =
      Set.of(
          Scan.SCAN_ATTRIBUTES_TABLE_NAME,
          OperationWithAttributes.ID_ATRIBUTE,
          "_isolationlevel_",
          "_raw_",
          "scan.attributes.metrics.enable",
          "scan.attributes.metrics.byregion.enable");

  private static final int PRIMARY_REPLICA = 0;

  private QueryRules() {}

  /**
   * Whether a read may ask for so many versions: it may if each family that it selects keeps one,
   * because the current version is then all that HBase has. HBase's REST gateway, for example, asks
   * for all versions of any table.
   *
   * @param families that the read selects; none means all
   */
  record Versions(int number, List<byte[]> families, Refusals refusals) {

    static Versions of(Refusals refusals, int number, Map<byte[], ?> columns) {
      return new Versions(number, List.copyOf(columns.keySet()), refusals);
    }

    /** Completes, with a refusal if the read may not. */
    CompletableFuture<Void> check(LockProtocol protocol) {
      return number == 1
          ? Async.DONE
          : protocol
              .facts(refusals.table())
              .thenCompose(
                  facts ->
                      facts.families().containsAll(families)
                          ? CompletableFuture.completedFuture(facts)
                          : protocol.factsWith(refusals.table(), families))
              .thenAccept(this::checkFamilies);
    }

    private void checkFamilies(TableFacts facts) {
      for (byte[] family : families.isEmpty() ? facts.userFamilies() : families) {
        // A missing family is for the read to report.
        if (facts.families().contains(family) && !facts.oneVersion().contains(family)) {
          throw refusals.refuse(
              "it asks for " + number + " versions (readVersions)",
              "A transaction sees one version of a row, and family '%s' may keep more"
                  .formatted(Bytes.toStringBinary(family)),
              "Leave the number of versions at 1");
        }
      }
    }
  }

  /**
   * Checks a get.
   *
   * @throws ProtocolFailure if the get is refused
   */
  static void check(RowKey row, Get get) {
    Refusals refusals = Refusals.of(get, row);
    if (get.getRow().length == 0) {
      throw refusals.emptyRow();
    }
    checkQuery(get, refusals);
    checkFamilies(get.getFamilyMap().keySet(), refusals);
    checkVersions(get.getMaxVersions(), get.getTimeRange(), refusals);
  }

  /**
   * Checks a scan.
   *
   * @throws ProtocolFailure if the scan is refused
   */
  static void check(TableName table, Scan scan) {
    Refusals refusals = Refusals.of(scan, table);
    checkQuery(scan, refusals);
    checkFamilies(scan.getFamilyMap().keySet(), refusals);
    checkVersions(scan.getMaxVersions(), scan.getTimeRange(), refusals);
    checkScan(scan, refusals);
  }

  private static void checkQuery(Query query, Refusals refusals) {
    if (query.getConsistency() == Consistency.TIMELINE) {
      throw refusals.refuse(
          "it asks for Consistency.TIMELINE",
          "Replicas may be stale, transactions read the primary",
          "Leave the consistency at STRONG");
    }
    if (query.getReplicaId() > PRIMARY_REPLICA) {
      throw refusals.refuse(
          "it asks for the replica " + query.getReplicaId() + " (setReplicaId)",
          "Replicas may be stale, transactions read the primary",
          "Leave the replica out");
    }
    if (query.getIsolationLevel() == IsolationLevel.READ_UNCOMMITTED) {
      throw refusals.refuse(
          "it asks for IsolationLevel.READ_UNCOMMITTED",
          "Transactions read committed rows only",
          "Leave the isolation level out");
    }
    if (!query.getColumnFamilyTimeRange().isEmpty()) {
      throw timeRange("setColumnFamilyTimeRange", refusals);
    }
    FilterRules.check(query.getFilter(), refusals);
    for (String attribute : query.getAttributesMap().keySet()) {
      if (!KNOWN.contains(attribute)) {
        throw refusals.attribute(attribute);
      }
    }
  }

  static void checkFamilies(Iterable<byte[]> families, Refusals refusals) {
    for (byte[] family : families) {
      if (LockColumn.isFamily(family)) {
        throw refusals.lockFamily();
      }
    }
  }

  private static void checkVersions(int versions, TimeRange times, Refusals refusals) {
    if (versions < 1) { // Versions judges several
      throw refusals.refuse(
          "it asks for " + versions + " versions (readVersions)",
          "A transaction sees one version of a row",
          "Leave the number of versions at 1");
    }
    checkTimes(times, refusals);
  }

  static void checkTimes(TimeRange times, Refusals refusals) {
    if (!times.isAllTime()) {
      throw timeRange("setTimeRange or setTimestamp", refusals);
    }
  }

  private static ProtocolFailure timeRange(String setter, Refusals refusals) {
    return refusals.refuse(
        "it limits the time of the cells (" + setter + ")",
        "A transaction sees the current version of a row, and timestamps are Rowlock's own",
        "Leave the time range out; keep times that matter to you in a column");
  }

  private static void checkScan(Scan scan, Refusals refusals) {
    FilterRules.checkOfScan(scan.getFilter(), refusals);
    if (scan.isRaw()) {
      throw refusals.refuse(
          "it is raw (setRaw)",
          "Delete markers and old versions are not part of a transaction's view",
          "Scan raw through a plain HBase table");
    }
    if (scan.getBatch() > 0 && scan.hasFilter() && scan.getFilter().hasFilterRow()) {
      throw refusals.refuse(
          "it asks for parts of rows (setBatch), but its filter judges rows as a whole",
          "HBase does not combine the two either",
          "Leave one of them out");
    }
    if (scan.isScanMetricsEnabled()) {
      throw refusals.refuse(
          "it asks for scan metrics (setScanMetricsEnabled)",
          "They are not collected here, and are not dropped silently",
          "Use the counters of the TransactionManager");
    }
  }
}
